import type { ChildProcess } from 'node:child_process';

/**
 * Kills a process and, if it leads a process group of its own, everything that it has started. Never throws. Where there
 * are no process groups, what it has started ends by itself once its input closes.
 */
export function killTree(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It leads no group, or the group has ended.
  }
  child.kill('SIGKILL');
}
