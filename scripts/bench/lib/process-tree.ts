import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ticksPerSecond = 100;

interface ProcessState {
  parent: number;
  /** Seconds of CPU time, of the process and of its children that have exited. */
  cpu: number;
}

function stateOf(pid: number): ProcessState | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields after the name in brackets: the parent is field 4 of the whole line; utime, stime, cutime and cstime are
    // 14 to 17.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
    return { parent: Number(fields[1]), cpu: ticks / ticksPerSecond };
  } catch {
    // The process has exited.
    return null;
  }
}

/** The parent of a process; NaN if /proc is not available. */
export const parentOf = (pid: number): number => stateOf(pid)?.parent ?? Number.NaN;

/**
 * What a process runs, by file name: the script of a Node process, else the program. Empty if the process has exited.
 */
export function programOf(pid: number): string {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return path.basename(command.find((part) => part.endsWith('.ts')) ?? command[0] ?? '');
  } catch {
    return '';
  }
}

/** The descendants of a process, itself first. Empty if /proc is not available. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of existsSync('/proc/self/stat') ? readdirSync('/proc') : []) {
    const parent = /^\d+$/.test(name) ? stateOf(Number(name))?.parent : undefined;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return children.size === 0 ? [] : below(root);
}

/**
 * Seconds of CPU time used by a process and all its descendants but those that run `except` (Linux only, NaN
 * elsewhere).
 */
export function cpuOfTree(root: number, except?: string): number {
  const tree = processTree(root).filter((pid) => except === undefined || programOf(pid) !== except);
  return tree.length === 0 ? Number.NaN : tree.reduce((sum, pid) => sum + (stateOf(pid)?.cpu ?? 0), 0);
}
