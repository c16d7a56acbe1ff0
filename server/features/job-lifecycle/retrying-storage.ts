import { setTimeout as delay } from 'node:timers/promises';
import { isStorageUnavailable, type Storage, wrapStorage } from '#server/providers/storage/types.ts';

/** How long to wait for an unavailable storage, and the interval between retries, in milliseconds. */
export interface RetryOptions {
  within: number;
  every: number;
}

/**
 * Wraps a storage for background work: operations that fail because it is unavailable are retried, for two minutes at
 * most or until `stopping` aborts. A read that has started is not retried.
 */
export function retryingStorage(
  storage: Storage,
  stopping: AbortSignal,
  { within, every }: RetryOptions = { within: 120_000, every: 1_000 },
): Storage {
  return wrapStorage(storage, async (operation, act) => {
    // Whether an object was created by us can't be told from a second try; the others may be repeated.
    if (operation === 'create' || operation === 'check') return act();
    for (const startedAt = performance.now(); ; ) {
      try {
        return await act();
      } catch (error) {
        const over = performance.now() - startedAt > within || stopping.aborted;
        if (!isStorageUnavailable(error) || over) throw error;
        await delay(every, undefined, { signal: stopping }).catch(() => {
          throw error;
        });
      }
    }
  });
}
