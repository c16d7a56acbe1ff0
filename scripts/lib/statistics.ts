/** The quantile at `part` (0 to 1), interpolated between neighbouring values; NaN if there are no values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = part * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (at % 1) * (above - below);
}

/** The middle value. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
