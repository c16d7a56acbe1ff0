import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { limits } from '../limits.ts';
import { code } from './code.ts';

const email = z
  .string({ error: code('invalid_email') })
  .trim()
  .max(limits.account.maxEmailLength, code('invalid_email'))
  .pipe(z.email(code('invalid_email')));

const password = (missing: ErrorCode) =>
  z.string({ error: missing }).max(limits.account.maxPasswordLength, code('password_too_long'));

export const signUpSchema = z.object({
  email,
  password: password('password_too_short').min(limits.account.minPasswordLength, code('password_too_short')),
});

export const signInSchema = z.object({
  email,
  password: password('password_required').min(1, code('password_required')),
});

export type Credentials = z.infer<typeof signUpSchema>;

export const userSchema = z.object({ id: z.string(), email: z.string() });
/** A signed-in account, as every door shows it. */
export type User = z.infer<typeof userSchema>;
