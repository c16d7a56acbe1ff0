import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

interface ProcessState {
  parent: number;
  /** Seconds of processor, of its own and of the children that have ended. */
  cpu: number;
}

function stateOf(pid: number): ProcessState | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name in brackets: the parent is field 4 of the whole line; utime, stime, cutime and cstime are 14 to 17.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
    return { parent: Number(fields[1]), cpu: ticks / ticksPerSecond };
  } catch {
    // It has ended.
    return null;
  }
}

/** Seconds of processor that a process and its ended children have used (Linux only, NaN elsewhere). */
export const cpuOf = (pid: number): number => stateOf(pid)?.cpu ?? Number.NaN;

/** The parent of a process; NaN where /proc does not tell. */
export const parentOf = (pid: number): number => stateOf(pid)?.parent ?? Number.NaN;

/** Seconds of processor that a process and all below it have used (Linux only, NaN elsewhere). */
export function cpuOfTree(root: number): number {
  const states = new Map<number, ProcessState>();
  try {
    for (const name of readdirSync('/proc')) {
      const state = /^\d+$/.test(name) ? stateOf(Number(name)) : null;
      if (state) states.set(Number(name), state);
    }
  } catch {
    return Number.NaN;
  }
  const below = (pid: number): boolean => {
    const parent = states.get(pid)?.parent;
    return pid === root || (parent !== undefined && parent > 0 && below(parent));
  };
  return [...states].reduce((sum, [pid, { cpu }]) => (below(pid) ? sum + cpu : sum), 0);
}
