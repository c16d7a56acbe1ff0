import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.ts';

const pollMilliseconds = 40;
const sqliteBusy = 5;
/** Keeps the handles from the garbage collector, which would close them: it may find that nobody waits for `work`. */
const held = new Set<DatabaseSync>();

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

/**
 * Runs `work` while no other process (and no other call in this one) holds the lock named by `file`.
 * The lock is the operating system's, taken through SQLite: it goes with its holder, however that one dies, so
 * there are no stale locks to judge by process ids. Throws EmbeddedPostgresError when `deadline` (milliseconds
 * since 1970) passes first; whatever `work` throws passes through.
 */
export async function withLock<T>(file: string, deadline: number, work: () => Promise<T>): Promise<T> {
  const handle = await acquire(file, deadline);
  try {
    return await work();
  } finally {
    held.delete(handle);
    handle.close();
  }
}

async function acquire(file: string, deadline: number): Promise<DatabaseSync> {
  for (;;) {
    const handle = tryToTake(file);
    if (handle) {
      held.add(handle);
      return handle;
    }
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `Another Memori keeps the embedded database busy (its lock is ${file}).`,
      );
    }
    await delay(pollMilliseconds);
  }
}

function tryToTake(file: string): DatabaseSync | undefined {
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(file, { timeout: 0 });
    // Nothing is ever written: no journal file is needed beside the lock.
    handle.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return handle;
  } catch (error) {
    handle?.close();
    if (isBusy(error)) return undefined;
    throw new EmbeddedPostgresError(`The lock ${file} can't be taken: ${String(error)}`);
  }
}
