import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { type ErrorCode, errorCatalogue, isErrorCode } from '../../shared/errors.ts';
import { isDatabaseUnavailable } from '../platform/database-errors.ts';
import { AppError } from '../platform/errors.ts';
import { isStorageUnavailable } from '../providers/storage/types.ts';

/** The catalogue's code for anything that was thrown: our own, the first validation message that is not about an unknown id, else `internal_error`. */
export function errorCodeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code;
  if (error instanceof ZodError) {
    const codes = error.issues.map(({ message }) => (isErrorCode(message) ? message : 'invalid_request'));
    // An id that can't exist is answered like one that was looked up in vain: after all that is wrong in itself.
    return codes.find((code) => errorCatalogue[code].status !== 404) ?? codes[0] ?? 'invalid_request';
  }
  if (isDatabaseUnavailable(error) || isStorageUnavailable(error)) return 'service_unavailable';
  if (error instanceof TRPCError) {
    if (error.cause instanceof AppError || error.cause instanceof ZodError) return errorCodeOf(error.cause);
    if (error.code === 'NOT_FOUND') return 'not_found';
    if (error.code === 'PAYLOAD_TOO_LARGE') return 'request_too_large';
    if (error.code === 'TOO_MANY_REQUESTS') return 'too_many_requests';
    if (error.code !== 'INTERNAL_SERVER_ERROR') return 'invalid_request';
  }
  return 'internal_error';
}

/** How a 401 says that there are tokens (RFC 6750); undefined for what is none, or where no token is of use. */
export function challengeOf(code: ErrorCode): string | undefined {
  if (code === 'invalid_token') return 'Bearer error="invalid_token"';
  return code === 'not_signed_in' ? 'Bearer' : undefined;
}

/** Seconds after which another try is worth it where the failure itself doesn't say; undefined where none is. */
export function retryAfterOf(code: ErrorCode): number | undefined {
  return code === 'service_unavailable' ? 5 : undefined;
}

/** The same of any failure of a call. */
export function retryAfterOfError(error: unknown): number | undefined {
  const cause = error instanceof TRPCError ? error.cause : error;
  return (
    (cause instanceof AppError ? cause.retryAfterSeconds : undefined) ?? retryAfterOf(errorCodeOf(error))
  );
}
