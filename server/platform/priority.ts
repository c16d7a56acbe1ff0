import { getPriority, setPriority } from 'node:os';

/** The "nice" value: about a third of what an ordinary thread is given where both want the same processor. */
const background = 5;

/**
 * Has a process give way to others where processors are short, and with it whatever it starts from then on. Without `pid`
 * it is this one; on Linux, where each thread has a priority, the calling thread only. Raises none, and throws nothing.
 */
export function giveWay(pid = 0): void {
  try {
    if (getPriority(pid) < background) setPriority(pid, background);
  } catch {
    // It has ended already, or the system does not let us: then it is as quick as everything else.
  }
}
