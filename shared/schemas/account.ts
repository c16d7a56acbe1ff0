import { z } from 'zod';
import { taskStatuses } from '../status.ts';
import { code } from './code.ts';
import { currentPasswordSchema, emailSchema, newPasswordSchema } from './auth.ts';
import { ownUrl } from './own-url.ts';

export const changePasswordSchema = z.object({
  current: currentPasswordSchema,
  password: newPasswordSchema,
});

export const changeEmailSchema = z.object({ email: emailSchema, password: currentPasswordSchema });

export const confirmPasswordSchema = z.object({ password: currentPasswordSchema });

export const deleteAccountSchema = z.object({ password: currentPasswordSchema });

/** An export of all of a user's data; once ready, with its address and its expiry. */
export const exportStatusSchema = z.object({
  id: z.string(),
  status: z.enum(taskStatuses),
  downloadUrl: ownUrl().optional(),
  expiresAt: z.string().optional(),
});
export type ExportStatus = z.infer<typeof exportStatusSchema>;

export const exportRefSchema = z.object({
  id: z.string({ error: code('not_found') }).regex(/^[a-z2-7]{32}$/, code('not_found')),
});

/** A browser in which the user is signed in. Times are ISO 8601; `seenAt` is up to an hour behind. */
export const sessionEntrySchema = z.object({
  id: z.string(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  signedInAt: z.string(),
  seenAt: z.string(),
  current: z.boolean().describe('True for the session that makes the call.'),
});
export type SessionEntry = z.infer<typeof sessionEntrySchema>;

export const sessionIdSchema = z.object({ id: z.uuid(code('not_found')) });
