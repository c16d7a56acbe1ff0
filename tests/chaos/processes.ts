import { readdirSync, readFileSync } from 'node:fs';

function read(pid: number, name: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** Ids of the processes in whose `name` (proc(5)) `text` stands. Throws where there is no /proc: never finds too few. */
function processesWith(name: 'environ' | 'cmdline', text: string): number[] {
  if (process.platform !== 'linux') throw new Error('Processes are looked for in /proc: this needs Linux.');
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return pids.map(Number).filter((pid) => pid !== process.pid && read(pid, name).includes(text));
}

/** Those that were started with this setting in their environment, and what they started with it. */
export const withSetting = (name: string, value: string): number[] =>
  processesWith('environ', `${name}=${value}\0`);

/** Those whose command line names something. */
export const naming = (text: string): number[] => processesWith('cmdline', text);

/** What a process was started as; empty if it is gone. */
export const commandOf = (pid: number): string => read(pid, 'cmdline').replaceAll('\0', ' ').trim();

/** How many files and sockets a process holds open. */
export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
