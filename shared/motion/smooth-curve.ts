/**
 * A curve through points with rising x that never overshoots them: monotone cubic interpolation (Fritsch and Carlson,
 * 1980, with the harmonic-mean slopes of Fritsch and Butland, 1984). Constant beyond both ends.
 */
export function smoothCurve(points: readonly (readonly [number, number])[]): (x: number) => number {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const last = xs.length - 1;
  const secants = ys.slice(1).map((y, i) => (y - ys[i]!) / (xs[i + 1]! - xs[i]!));
  const slopes = xs.map((_, i) => {
    const before = secants[i - 1];
    const after = secants[i];
    if (before === undefined || after === undefined) return before ?? after ?? 0;
    if (before * after <= 0) return 0;
    const w1 = 2 * (xs[i + 1]! - xs[i]!) + xs[i]! - xs[i - 1]!;
    const w2 = xs[i + 1]! - xs[i]! + 2 * (xs[i]! - xs[i - 1]!);
    return (w1 + w2) / (w1 / before + w2 / after);
  });
  return (x) => {
    if (x <= xs[0]!) return ys[0]!;
    if (x >= xs[last]!) return ys[last]!;
    let i = 0;
    while (x > xs[i + 1]!) i++;
    const span = xs[i + 1]! - xs[i]!;
    const t = (x - xs[i]!) / span;
    const rest = 1 - t;
    return (
      ys[i]! * (1 + 2 * t) * rest * rest +
      slopes[i]! * span * t * rest * rest +
      ys[i + 1]! * t * t * (3 - 2 * t) -
      slopes[i + 1]! * span * t * t * rest
    );
  };
}
