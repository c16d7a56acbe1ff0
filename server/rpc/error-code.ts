import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { type ErrorCode, errorCatalogue, isErrorCode } from '#shared/errors.ts';
import { isDatabaseUnavailable } from '../platform/database/errors.ts';
import { AppError } from '../platform/errors.ts';
import { isStorageUnavailable } from '../providers/storage/types.ts';

/**
 * The catalogue's code for anything thrown: that of our own errors, the first validation issue that is not about an
 * unknown id, else `internal_error`.
 */
export function errorCodeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code;
  if (error instanceof ZodError) {
    const codes = error.issues.map(({ message }) => (isErrorCode(message) ? message : 'invalid_request'));
    // An impossible id is answered like an unknown one, and only if nothing else is invalid.
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

/** The WWW-Authenticate challenge of a 401 (RFC 6750); undefined for other errors, and where a token would not help. */
export function challengeOf(code: ErrorCode): string | undefined {
  if (code === 'invalid_token') return 'Bearer error="invalid_token"';
  return code === 'not_signed_in' ? 'Bearer' : undefined;
}

/** Seconds after which a retry makes sense, if the error itself does not say; undefined if none does. */
export function retryAfterOf(code: ErrorCode): number | undefined {
  return code === 'service_unavailable' ? 5 : undefined;
}

/** The same for any thrown error. */
export function retryAfterOfError(error: unknown): number | undefined {
  const cause = error instanceof TRPCError ? error.cause : error;
  return (
    (cause instanceof AppError ? cause.retryAfterSeconds : undefined) ?? retryAfterOf(errorCodeOf(error))
  );
}
