import { TRPCClientError } from '@trpc/client';
import { type ErrorCode, isErrorCode } from '#shared/errors.ts';

/** A failed request outside tRPC, with the server's code if it sent one. */
export class RequestFailure extends Error {
  readonly code: ErrorCode | null;
  readonly requiresPayment: boolean;
  /** How long the server asks to wait before a retry; null if it does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    code: ErrorCode | null,
    requiresPayment = false,
    retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.name = 'RequestFailure';
    this.code = code;
    this.requiresPayment = requiresPayment;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A request that was cut off or never reached the server: no response came. */
export class ConnectionLost extends RequestFailure {
  constructor() {
    super('No answer', null);
    this.name = 'ConnectionLost';
  }
}

/** The error code from the catalogue that an error carries; null if it never reached the server or has none. */
export function errorCodeOf(error: unknown): ErrorCode | null {
  if (error instanceof RequestFailure) return error.code;
  if (error instanceof TRPCClientError) {
    const code = (error.data as { errorCode?: unknown } | null | undefined)?.errorCode;
    return isErrorCode(code) ? code : null;
  }
  return null;
}

/** True if a server answered the failed call, though perhaps not ours; false if none did. */
export function wasAnswered(error: unknown): boolean {
  return error instanceof TRPCClientError && error.meta?.['response'] instanceof Response;
}

/** True for every error that means "more credits first". */
export function needsPayment(error: unknown): boolean {
  if (error instanceof RequestFailure && error.requiresPayment) return true;
  return (
    errorCodeOf(error) === 'insufficient_credits' ||
    (error instanceof Error && error.message.includes('Insufficient credits'))
  );
}
