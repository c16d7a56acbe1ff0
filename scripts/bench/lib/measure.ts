import { cpuOfTree } from './process-tree.ts';

export interface Cost {
  /** Milliseconds. */
  readonly wall: number;
  /** CPU seconds of this process and its descendants, without the analysis of photos; NaN if /proc is not available. */
  readonly cpu: number;
}

/** The analysis is measured by itself: it takes as long whatever is drawn. */
const analysis = 'analysis-process.ts';

/** Runs something and measures its cost. */
export async function measure(work: () => Promise<unknown>): Promise<Cost> {
  const cpuBefore = cpuOfTree(process.pid, analysis);
  const start = performance.now();
  await work();
  const wall = performance.now() - start;
  return { wall, cpu: cpuOfTree(process.pid, analysis) - cpuBefore };
}

/** Prints one figure. */
export function report(name: string, value: number, digits = 2, unit = ''): void {
  console.log(`${name}: ${value.toFixed(digits)}${unit && ` ${unit}`}`);
}
