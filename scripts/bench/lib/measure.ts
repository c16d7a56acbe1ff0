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
  console.log(`${name}: ${format(value, digits, unit)}`);
}

/** What a figure is promised to be. */
export type Limit = { readonly atMost: number } | { readonly atLeast: number };

const missed: string[] = [];

/** Prints one figure beside its limit, and remembers it if it misses that limit. */
export function reportWithin(name: string, limit: Limit, value: number, digits = 2, unit = ''): void {
  const [met, words] =
    'atMost' in limit
      ? [value <= limit.atMost, `at most ${limit.atMost}`]
      : [value >= limit.atLeast, `at least ${limit.atLeast}`];
  const line = `${name} (${words}): ${format(value, digits, unit)}`;
  console.log(line);
  if (!met) missed.push(line);
}

/** The lines of all figures so far that missed their limits. */
export const missedLimits = (): readonly string[] => missed;

const format = (value: number, digits: number, unit: string): string =>
  `${value.toFixed(digits)}${unit && ` ${unit}`}`;
