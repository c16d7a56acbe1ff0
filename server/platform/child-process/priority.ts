import { getPriority, setPriority } from 'node:os';

/** The "nice" value: about a third of the CPU share of a normal thread when both compete for the same core. */
const background = 5;

/**
 * Lowers the priority of a process and of everything that it starts from then on. Without `pid`, of this process; on
 * Linux, where each thread has its own priority, of the calling thread only. Never raises a priority, and never throws.
 */
export function lowerPriority(pid = 0): void {
  try {
    if (getPriority(pid) < background) setPriority(pid, background);
  } catch {
    // It has already ended, or the system doesn't permit it: then it keeps its normal priority.
  }
}
