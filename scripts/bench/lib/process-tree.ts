import { readdirSync, readFileSync } from 'node:fs';

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

/** Seconds of CPU time used by a process and its exited children (Linux only, NaN elsewhere). */
export const cpuOf = (pid: number): number => stateOf(pid)?.cpu ?? Number.NaN;

/** The parent of a process; NaN if /proc is not available. */
export const parentOf = (pid: number): number => stateOf(pid)?.parent ?? Number.NaN;

/** Seconds of CPU time used by a process and all its descendants (Linux only, NaN elsewhere). */
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
