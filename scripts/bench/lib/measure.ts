import { cpuOf } from './process-tree.ts';

export interface Cost {
  /** Milliseconds. */
  readonly wall: number;
  /** CPU seconds of this process, its threads and the children that exited meanwhile; NaN if /proc is not available. */
  readonly cpu: number;
}

/** Runs something and measures its cost. Children count once they have exited. */
export async function measure(work: () => Promise<unknown>): Promise<Cost> {
  const cpuBefore = cpuOf(process.pid);
  const start = performance.now();
  await work();
  const wall = performance.now() - start;
  return { wall, cpu: cpuOf(process.pid) - cpuBefore };
}

/** Prints one figure. */
export function report(name: string, value: number, digits = 2, unit = ''): void {
  console.log(`${name}: ${value.toFixed(digits)}${unit && ` ${unit}`}`);
}
