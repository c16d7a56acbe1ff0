import { MemoriError } from '#sdk/errors.ts';
import { isErrorCode } from '#shared/errors.ts';
import { ConnectionLost, RequestFailure } from './error-code.ts';

/** An error of the SDK as the app's calls throw it: RequestFailure or ConnectionLost; anything else as it is. */
export function failureOf(error: unknown): unknown {
  // Its body was not JSON.
  if (error instanceof SyntaxError) return new RequestFailure(error.message, null);
  if (!(error instanceof MemoriError)) return error;
  if (error.code === 'unreachable') return new ConnectionLost();
  const code = isErrorCode(error.code) ? error.code : null;
  return new RequestFailure(error.message, code, error.requiresPayment, error.retryAfterSeconds ?? null);
}
