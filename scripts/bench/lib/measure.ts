import { readFileSync } from 'node:fs';

export interface Cost {
  /** Milliseconds. */
  readonly wall: number;
  /** CPU seconds of this process, its threads and the children that ended meanwhile; NaN where /proc does not tell. */
  readonly cpu: number;
}

const ticksPerSecond = 100;

/** Runs something and measures what it took. Children count once they have ended. */
export async function measure(work: () => Promise<unknown>): Promise<Cost> {
  const cpuBefore = cpuSeconds();
  const start = performance.now();
  await work();
  const wall = performance.now() - start;
  return { wall, cpu: cpuSeconds() - cpuBefore };
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Prints one figure. */
export function report(name: string, value: number, digits = 2, unit = ''): void {
  console.log(`${name}: ${value.toFixed(digits)}${unit && ` ${unit}`}`);
}

function cpuSeconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // After the name in brackets: utime, stime, cutime and cstime are fields 14 to 17 of the whole line.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}
