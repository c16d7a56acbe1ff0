import type { ErrorBody, ErrorCode } from '../../shared/errors.ts';

/**
 * Client-side codes, in addition to the API's own: `unreachable` (no answer came), `unexpected_answer` (the answer is
 * not Memori's, e.g. a proxy's) and `invalid_webhook` (the message was not signed by Memori, or is too old).
 */
export type ClientErrorCode = 'unreachable' | 'unexpected_answer' | 'invalid_webhook';

/** A code to branch on. Later versions of the API may add others. */
export type MemoriErrorCode = ErrorCode | ClientErrorCode | (string & {});

interface Details {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly image?: number | undefined;
  readonly taskId?: string | undefined;
  readonly mergeId?: string | undefined;
  readonly cause?: unknown;
}

/** The error that every failed call of this library rejects with, unless a signal aborted it with its own reason. */
export class MemoriError extends Error {
  override readonly name = 'MemoriError';
  readonly code: MemoriErrorCode;
  /** The HTTP status; undefined if no answer came, or if a task or album failed. */
  readonly status: number | undefined;
  /** The request's id in the server's log. */
  readonly requestId: string | undefined;
  /** How long to wait before retrying, if a retry makes sense. */
  readonly retryAfterSeconds: number | undefined;
  /** Which of several photos the error is about, counting from 1. */
  readonly image: number | undefined;
  /** The task that failed. */
  readonly taskId: string | undefined;
  /** The album that failed. */
  readonly mergeId: string | undefined;

  constructor(code: MemoriErrorCode, message: string, details: Details = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.image = details.image;
    this.taskId = details.taskId;
    this.mergeId = details.mergeId;
  }

  /** True if the user has too few credits: they must buy more before retrying. */
  get requiresPayment(): boolean {
    return this.code === 'insufficient_credits';
  }
}

/** Parses `Retry-After` (RFC 9110: a number of seconds, or a date) into seconds; undefined if absent. */
export function retryAfterOf({ headers }: Pick<Response, 'headers'>): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Turns an unsuccessful API response into an error; reads its body. */
export async function errorOf(response: Response): Promise<MemoriError> {
  const details = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterOf(response),
  };
  const body: unknown = await response.json().catch(() => undefined);
  if (isErrorBody(body)) return new MemoriError(body.code, body.error, { ...details, image: body.image });
  return new MemoriError('unexpected_answer', `The server answered ${response.status}`, details);
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  typeof body.code === 'string' &&
  'error' in body &&
  typeof body.error === 'string';
