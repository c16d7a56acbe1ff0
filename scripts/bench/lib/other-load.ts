import { cpus } from 'node:os';
import { cpuOfTree } from './process-tree.ts';

/**
 * Begins to watch what else the machine does. The returned function tells the share of all processors' time, 0 to 1,
 * that other programs have used since; NaN if /proc is not available.
 */
export function watchOtherLoad(): () => number {
  const start = read();
  return () => {
    const end = read();
    return Math.max(0, end.busy - start.busy - (end.own - start.own)) / (end.all - start.all);
  };
}

/** Seconds of CPU time: used by anybody, used by this process and its descendants, and available. */
function read() {
  const own = cpuOfTree(process.pid);
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, of) => sum + of.user + of.nice + of.sys + of.irq + of.idle, 0) / 1000;
  const idle = times.reduce((sum, of) => sum + of.idle, 0) / 1000;
  return { own, busy: all - idle, all };
}
