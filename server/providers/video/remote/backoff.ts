import { setTimeout as delay } from 'node:timers/promises';
import { RemoteError } from './service.ts';

/** Waits; throws the signal's reason once it is aborted. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await delay(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/**
 * Milliseconds to wait before attempt number `tries` + 1: exponential backoff from a tenth of the poll interval up to
 * three intervals, with jitter between half and all of that, so that clients that failed together don't retry together.
 */
export function backoff(tries: number, poll: number): number {
  return Math.min(3 * poll, (poll / 10) * 2 ** tries) * (0.5 + Math.random() / 2);
}

/** The maximum number of nonsensical responses to tolerate; an unavailable server is retried without this limit. */
const maxSenseless = 20;

/**
 * Retries while the server is busy or unreachable, until it responds or `signal` aborts. Only for idempotent requests.
 * Throws RemoteError, but never `busy` or `lost`.
 */
export async function ask<T>(question: () => Promise<T>, poll: number, signal: AbortSignal): Promise<T> {
  let senseless = 0;
  for (let tries = 0; ; tries += 1) {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof RemoteError) || !['busy', 'lost'].includes(error.outcome)) throw error;
      senseless += error.outcome === 'lost' ? 1 : 0;
      if (senseless > maxSenseless) throw new RemoteError('failed', error.message, { cause: error });
      await sleep(backoff(tries, poll), signal);
    }
  }
}
