import type { ErrorBody, ErrorCode } from '../../shared/errors.ts';

/**
 * What stands beside the API's own codes: `unreachable` (no answer came), `unexpected_answer` (one that is not Memori's,
 * as of a proxy) and `invalid_webhook` (a message that Memori did not sign, or that is too old).
 */
export type ClientErrorCode = 'unreachable' | 'unexpected_answer' | 'invalid_webhook';

/** A code to branch on. Later versions of the API may bring others. */
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

/** Every failure that a call of this library rejects with, but for a signal's own reason. */
export class MemoriError extends Error {
  override readonly name = 'MemoriError';
  readonly code: MemoriErrorCode;
  /** The HTTP status; absent where no answer came, and where a task or album failed. */
  readonly status: number | undefined;
  /** What the server's log calls the request. */
  readonly requestId: string | undefined;
  /** When another try is worth it. */
  readonly retryAfterSeconds: number | undefined;
  /** Of several photos the one that it is about, from 1. */
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

  /** True where credits are short: more have to be bought before another try. */
  get requiresPayment(): boolean {
    return this.code === 'insufficient_credits';
  }
}

/** The seconds that `Retry-After` says (RFC 9110: a number of them, or a date); undefined without one. */
export function retryAfterOf({ headers }: Pick<Response, 'headers'>): number | undefined {
  const said = headers.get('retry-after');
  if (said === null) return undefined;
  const seconds = /^\d+$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** The error that an answer of the API stands for; reads its body. */
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
