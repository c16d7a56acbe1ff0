import { MemoriError, retryAfterOf } from './errors.ts';

/** How calls are retried after transient failures. */
export interface RetryOptions {
  /** Retries after the first attempt. Defaults to 4. */
  readonly retries?: number | undefined;
  /** The first pause in milliseconds; each further one is up to twice as long. Defaults to 500. */
  readonly firstPause?: number | undefined;
}

/** Callers never wait longer than this unasked: the error says when a retry makes sense. */
const maxPause = 60_000;
const transient = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Resolves after this many milliseconds; rejects with the signal's reason as soon as it aborts. */
export function pause(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** True if the same request may well succeed later. */
async function isRetryable(response: Response): Promise<boolean> {
  if (transient.has(response.status)) return true;
  if (response.status !== 409) return false;
  // The first request with this Idempotency-Key is still running; tRPC puts the code inside its own envelope.
  return (await response.clone().text()).includes('"idempotency_in_progress"');
}

/**
 * Sends a request, retrying after connection failures, 408, 425, 429, 5xx and while the first attempt is still running.
 * Pauses use exponential backoff with jitter, or `Retry-After`. Resolves with the last response, whatever its status.
 * Rejects with what `send` last threw, immediately if that was a MemoriError, or with the signal's reason. A request that changes something must
 * carry an Idempotency-Key, or it may take effect twice.
 */
export async function withRetries(
  send: (attempt: number) => Promise<Response>,
  { retries = 4, firstPause = 500 }: RetryOptions,
  signal?: AbortSignal | null,
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= retries;
    let requestedDelay: number | undefined;
    try {
      const response = await send(attempt);
      if (isLast || !(await isRetryable(response))) return response;
      requestedDelay = (retryAfterOf(response) ?? 0) * 1000;
      if (requestedDelay > maxPause) return response;
      await response.body?.cancel();
    } catch (error) {
      signal?.throwIfAborted();
      if (isLast || error instanceof MemoriError) throw error;
    }
    const growing = firstPause * 2 ** attempt * (0.5 + Math.random() / 2);
    await pause(Math.max(requestedDelay ?? 0, Math.min(growing, maxPause)), signal);
  }
}
