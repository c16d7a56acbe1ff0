import { z } from 'zod';
import { isEmail, withAsciiDomain } from '../email.ts';
import type { ErrorCode } from '../errors.ts';
import { programLimits } from '../program-limits.ts';
import { code } from './code.ts';
import { writtenText } from './text.ts';

/** An e-mail address, as typed except for an international domain, which becomes ASCII. */
export const emailSchema = writtenText({
  clean: (text) => withAsciiDomain(text.trim()),
  max: programLimits.account.maxEmailLength,
  tooLong: 'invalid_email',
  missing: 'invalid_email',
}).refine(isEmail, code('invalid_email'));

const password = (missing: ErrorCode) =>
  z.string({ error: missing }).max(programLimits.account.maxPasswordLength, code('password_too_long'));

export const newPasswordSchema = password('password_too_short').min(
  programLimits.account.minPasswordLength,
  code('password_too_short'),
);

export const signUpSchema = z.object({ email: emailSchema, password: newPasswordSchema });

export const currentPasswordSchema = password('password_required').min(1, code('password_required'));

export const signInSchema = z.object({ email: emailSchema, password: currentPasswordSchema });

export type Credentials = z.infer<typeof signUpSchema>;

/** The token in a mailed account link: 256 random bits as base64url. */
const linkToken = z
  .string({ error: code('mail_link_unknown') })
  .regex(/^[\w-]{43}$/, code('mail_link_unknown'));

export const forgotSchema = z.object({ email: emailSchema });
export const resetSchema = z.object({ token: linkToken, password: newPasswordSchema });
export const verifySchema = z.object({ token: linkToken });
/** What a button on the page of a mail's link can do: verify an address, change the account's, undo that, or keep the account. */
export const linkPurposes = ['verify', 'change-email', 'undo-email', 'keep'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];
/** A link in a mail, and the address that it was sent to. */
export const mailLinkSchema = z.object({ purpose: z.enum(linkPurposes), email: z.string() });

/** What the link did: verified an address, changed the account's address, or undid that change. */
export const verifiedSchema = z.object({
  success: z.literal(true),
  did: z.enum(['verified', 'changed', 'undone']),
});

export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  verified: z.boolean().describe('True once the address has been verified.'),
  deletesAt: z
    .string()
    .nullable()
    .describe('When the account will be erased at its owner’s request (ISO 8601); null if it will not.'),
});
/** A signed-in account, as every API returns it. */
export type User = z.infer<typeof userSchema>;
