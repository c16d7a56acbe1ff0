import { emit, startTimer } from '#server/platform/logging/telemetry.ts';
import {
  type Storage,
  StorageNotFoundError,
  type StorageOperation,
  UnsatisfiableRangeError,
  wrapStorage,
} from './types.ts';

/** What each operation is called in metrics; the others are not measured. */
const names: Partial<Record<StorageOperation, string>> = {
  putFile: 'put',
  putBytes: 'put',
  create: 'put',
  stat: 'stat',
  read: 'read',
  open: 'read',
  fetchToFile: 'fetch',
  remove: 'remove',
  list: 'list',
};

/** Wraps a storage to record the duration of its operations; for a read, the time to its first readable byte. */
export function timedStorage(storage: Storage): Storage {
  return wrapStorage(storage, async (name, act) => {
    const operation = names[name];
    if (operation === undefined) return act();
    const seconds = startTimer();
    const end = (outcome: 'ok' | 'failed') =>
      emit('storage-operation', { operation, outcome, seconds: seconds() });
    try {
      const result = await act();
      end('ok');
      return result;
    } catch (error) {
      const isAnswer = error instanceof StorageNotFoundError || error instanceof UnsatisfiableRangeError;
      end(isAnswer ? 'ok' : 'failed');
      throw error;
    }
  });
}
