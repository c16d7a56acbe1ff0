import { existsSync, readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * A cluster's processes have a machine each. Here they share one, so those that no page waits for take only the time
 * that the others leave: workers, and servers that are starting. Only root may raise a priority again, so that for
 * anybody else everything keeps the normal one.
 */
const permitted = process.getuid?.() === 0;

export const takeOnlyIdleTime = (pid: number) => setForAllThreads(pid, constants.priority.PRIORITY_LOW);

export const takeNormalTime = (pid: number) => setForAllThreads(pid, constants.priority.PRIORITY_NORMAL);

function setForAllThreads(pid: number, priority: number): void {
  if (!permitted) return;
  // On Linux each thread has a priority of its own.
  const threads = `/proc/${pid}/task`;
  const ids = existsSync(threads) ? readdirSync(threads).map(Number) : [pid];
  for (const id of ids) {
    try {
      setPriority(id, priority);
    } catch {
      // The thread has already ended.
    }
  }
}
