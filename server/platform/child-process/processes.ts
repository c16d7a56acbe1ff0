import type { Readable } from 'node:stream';
import type { ChildProcess } from 'node:child_process';

/**
 * The environment of child processes: the search path, and English messages. Nothing else is passed on: a child has no
 * use for keys and passwords, and must not be able to leak them.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  // Not a setting of ours: where a child finds its programs and, on Windows, the system's libraries.
  // oxlint-disable-next-line no-process-env
  const { PATH, SystemRoot } = process.env;
  return { PATH, SystemRoot, LC_ALL: 'C' };
}

const maxLength = 4000;

/** Reads a child's log output as UTF-8 and keeps the last 4,000 characters of it. */
export function keepTail(stream: Readable): () => string {
  let tail = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    tail = (tail + chunk).slice(-maxLength);
  });
  return () => tail;
}

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

/** Whether a process with this id exists on this machine, whoever its owner is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
