import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/** 160 random bits, lower-case base32: the token in the links of a user's mails. */
export const mailTokenSchema = z
  .string({ error: 'mail_link_unknown' satisfies ErrorCode })
  .regex(/^[a-z2-7]{32}$/, 'mail_link_unknown' satisfies ErrorCode);

export const mailWantedSchema = z.object({ token: mailTokenSchema, wanted: z.boolean() });
