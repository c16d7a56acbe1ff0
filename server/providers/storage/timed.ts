import { happened, startWatch } from '../../platform/telemetry.ts';
import { type Storage, StorageNotFoundError } from './types.ts';

/** The same storage, which tells how long its operations take; of a read, until its first byte can be read. */
export function timedStorage(storage: Storage): Storage {
  const timed =
    <Args extends unknown[], Result>(operation: string, act: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const seconds = startWatch();
      const end = (outcome: 'ok' | 'failed') =>
        happened('storage-operation', { operation, outcome, seconds: seconds() });
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
