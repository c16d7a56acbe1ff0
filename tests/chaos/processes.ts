import { readdirSync, readFileSync } from 'node:fs';

function read(pid: number, name: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Ids of the processes whose `name` file (proc(5)) contains `text`. Throws if there is no /proc, so that it never finds
 * too few.
 */
function processesWith(name: 'environ' | 'cmdline', text: string): number[] {
  if (process.platform !== 'linux') throw new Error('Processes are looked for in /proc: this needs Linux.');
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return pids.map(Number).filter((pid) => pid !== process.pid && read(pid, name).includes(text));
}

/** Processes that were started with this environment variable, and their children. */
export const withSetting = (name: string, value: string): number[] =>
  processesWith('environ', `${name}=${value}\0`);

/** Processes whose command line contains a text. */
export const naming = (text: string): number[] => processesWith('cmdline', text);

/** The command line of a process; empty if it is gone. */
export const commandOf = (pid: number): string => read(pid, 'cmdline').replaceAll('\0', ' ').trim();

/** The number of open files and sockets of a process. */
export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
