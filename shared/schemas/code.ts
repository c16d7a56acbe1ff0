import type { ErrorCode } from '../errors.ts';

/** Validation messages are codes of the error catalogue, so that page and server translate them the same way. */
export function code(value: ErrorCode): ErrorCode {
  return value;
}
