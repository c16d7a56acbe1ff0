import { setTimeout as delay } from 'node:timers/promises';
import { RemoteError } from './service.ts';

/** Waits; throws the signal's reason once it is aborted. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await delay(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/**
 * How many milliseconds to wait before try number `tries` + 1: twice as long each time, from a tenth of a poll to three
 * polls, and by chance between a half and the whole of that, so that those who failed together don't come back together.
 */
export function backoff(tries: number, poll: number): number {
  return Math.min(3 * poll, (poll / 10) * 2 ** tries) * (0.5 + Math.random() / 2);
}

/** Answers that make no sense are borne so often, and no longer: a server that is only away is waited for. */
const maxSenseless = 20;

/**
 * Asks until there is an answer, for as long as the server is busy or unreachable and `signal` lets it. Only for what
 * does no harm when it is asked twice. Throws RemoteError, but never `busy` or `lost`.
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
