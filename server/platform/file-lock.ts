import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;
/** Keeps the handles from the garbage collector, which would close them: it may find that nobody needs them. */
const held = new Set<DatabaseSync>();

export interface FileLock {
  release(): void;
}

/**
 * Takes the lock named by `file`, or answers null at once while another process, or another call in this one, holds
 * it. The lock is the operating system's, taken through SQLite: it goes with its holder, however that one dies, so
 * there are no stale locks to judge by process ids. Throws where the file can't be used at all.
 */
export function tryLock(file: string): FileLock | null {
  let handle: DatabaseSync | undefined;
  try {
    const fresh = new DatabaseSync(file, { timeout: 0 });
    handle = fresh;
    chmodSync(file, 0o600);
    // Nothing is ever written: no journal file is needed beside the lock.
    fresh.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    held.add(fresh);
    return {
      release() {
        held.delete(fresh);
        fresh.close();
      },
    };
  } catch (error) {
    handle?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null;
    throw error;
  }
}
