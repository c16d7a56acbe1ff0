import { type ErrorCode, isErrorCode } from '#shared/errors.ts';
import { type Credentials, signInSchema, signUpSchema } from '#shared/schemas/auth.ts';
import type { AuthMode } from './use-authenticate.ts';

export type AuthField = keyof Credentials;
export type Validation =
  | { ok: true; credentials: Credentials }
  | { ok: false; code: ErrorCode; field: AuthField };

/** Validates the form by the same rules as the server; returns the first problem, from top to bottom. */
export function validateCredentials(mode: AuthMode, form: Credentials): Validation {
  const result = (mode === 'signUp' ? signUpSchema : signInSchema).safeParse(form);
  if (result.success) return { ok: true, credentials: result.data };
  const issues = result.error.issues;
  const first = issues.find((issue) => issue.path[0] === 'email') ?? issues[0];
  return {
    ok: false,
    code: isErrorCode(first?.message) ? first.message : 'invalid_request',
    field: first?.path[0] === 'password' ? 'password' : 'email',
  };
}

/** The field that a server's refusal is about; null if it is about neither. */
export function fieldOfError(code: ErrorCode | null): AuthField | null {
  if (code === 'invalid_email' || code === 'disposable_email' || code === 'email_taken') return 'email';
  return code?.startsWith('password_') ? 'password' : null;
}
