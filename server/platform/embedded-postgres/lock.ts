import { setTimeout as delay } from 'node:timers/promises';
import { type FileLock, tryLock } from '../files/file-lock.ts';
import { EmbeddedPostgresError } from './errors.ts';

const pollMilliseconds = 40;

/**
 * Runs `work` while no other process (and no other call in this one) holds the lock named by `file`. Throws
 * EmbeddedPostgresError if `deadline` (milliseconds since 1970) passes first, or if the file can't be used; errors from
 * `work` are passed through.
 */
export async function withLock<T>(file: string, deadline: number, work: () => Promise<T>): Promise<T> {
  const lock = await acquire(file, deadline);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function acquire(file: string, deadline: number): Promise<FileLock> {
  for (;;) {
    const lock = take(file);
    if (lock) return lock;
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `Another Memori keeps the embedded database busy (its lock is ${file}).`,
      );
    }
    await delay(pollMilliseconds);
  }
}

function take(file: string): FileLock | null {
  try {
    return tryLock(file);
  } catch (error) {
    throw new EmbeddedPostgresError(`The lock ${file} can't be taken: ${String(error)}`);
  }
}
