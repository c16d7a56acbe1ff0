import { setTimeout as delay } from 'node:timers/promises';
import { isStorageUnavailable, type Storage } from '../../providers/storage/types.ts';

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
  const retrying =
    <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      for (const startedAt = performance.now(); ; ) {
        try {
          return await act(...args);
        } catch (error) {
          const over = performance.now() - startedAt > within || stopping.aborted;
          if (!isStorageUnavailable(error) || over) throw error;
          await delay(every, undefined, { signal: stopping }).catch(() => {
            throw error;
          });
        }
      }
    };
  return {
    ...storage,
    putFile: retrying((key, filePath) => storage.putFile(key, filePath)),
    putBytes: retrying((key, bytes) => storage.putBytes(key, bytes)),
    stat: retrying((key) => storage.stat(key)),
    read: retrying((key, range) => storage.read(key, range)),
    fetchToFile: retrying((key, filePath) => storage.fetchToFile(key, filePath)),
    remove: retrying((prefix) => storage.remove(prefix)),
    list: retrying((prefix) => storage.list(prefix)),
  };
}
