import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;
/** Keeps the handles referenced: garbage collection would close them and release the locks. */
const held = new Set<DatabaseSync>();

export interface FileLock {
  release(): void;
}

/**
 * Acquires the lock named by `file`, or returns null immediately if another process, or another call in this one, holds
 * it. It is an operating system lock, taken through SQLite: it is released when its holder dies, so there are no stale
 * locks to detect by pid. Throws if the file can't be used at all.
 */
export function tryLock(file: string): FileLock | null {
  let handle: DatabaseSync | undefined;
  try {
    const fresh = new DatabaseSync(file, { timeout: 0 });
    handle = fresh;
    chmodSync(file, 0o600);
    // Nothing is ever written, so no journal file is needed next to the lock.
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
