import { emit, startTimer } from '../../platform/logging/telemetry.ts';
import { type Storage, StorageNotFoundError } from './types.ts';

/** Wraps a storage to record the duration of its operations; for a read, the time to its first readable byte. */
export function timedStorage(storage: Storage): Storage {
  const timed =
    <Args extends unknown[], Result>(operation: string, act: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const seconds = startTimer();
      const end = (outcome: 'ok' | 'failed') =>
        emit('storage-operation', { operation, outcome, seconds: seconds() });
      try {
        const result = await act(...args);
        end('ok');
        return result;
      } catch (error) {
        end(error instanceof StorageNotFoundError ? 'ok' : 'failed');
        throw error;
      }
    };
  return {
    ...storage,
    putFile: timed('put', (key, filePath) => storage.putFile(key, filePath)),
    putBytes: timed('put', (key, bytes) => storage.putBytes(key, bytes)),
    create: timed('put', (key, bytes) => storage.create(key, bytes)),
    stat: timed('stat', (key) => storage.stat(key)),
    read: timed('read', (key, range) => storage.read(key, range)),
    fetchToFile: timed('fetch', (key, filePath) => storage.fetchToFile(key, filePath)),
    remove: timed('remove', (prefix) => storage.remove(prefix)),
    list: timed('list', (prefix) => storage.list(prefix)),
  };
}
