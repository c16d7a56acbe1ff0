import type { RidgePoint } from './ridges.ts';

/** A bent or branched line, and what tells cracks from other lines. Lengths are pixels at a shorter side of 768. */
export interface CrackShape {
  readonly points: readonly RidgePoint[];
  /** The length of all branches, and the distance between its farthest ends, by its bounding box. */
  readonly length: number;
  readonly extent: number;
  /** The mean width, and its standard deviation as a share of it: cracks have rough edges. */
  readonly width: number;
  readonly unevenness: number;
  /** The median contrast to the sides in 8-bit levels, and the sides' difference as a share of it. */
  readonly contrast: number;
  readonly difference: number;
  /** The level of its clearer parts: the paper under a broken emulsion. And by how much its levels vary. */
  readonly level: number;
  readonly range: number;
  /** By how much the levels beside it vary along it: how different are the things that it crosses. */
  readonly crossed: number;
  /** Degrees by which it turns within 10 pixels, on average. */
  readonly bend: number;
  /** Share of its points beside which something stands out, or a line runs in the same direction. */
  readonly beside: number;
  readonly parallel: number;
  /** Share of its points at the picture's edge. */
  readonly rim: number;
}

/** Lines belong together across gaps of this many pixels at 768. */
const gap = 4;
const minLength = 30;
const rimWidth = 12;

/** Joins points of middle lines to lines, and describes each that isn't very short. */
export function shapesOf(
  points: readonly RidgePoint[],
  width: number,
  height: number,
  unit: number,
): CrackShape[] {
  const byPlace = new Map(points.map((point) => [point.at, point]));
  const reach = Math.max(1, Math.round(gap * unit));
  const shapes: CrackShape[] = [];
  for (const start of points) {
    if (!byPlace.delete(start.at)) continue;
    const joined = [start];
    for (let k = 0; k < joined.length; k++) {
      const { at } = joined[k]!;
      for (let dy = -reach; dy <= reach; dy++) {
        for (let dx = -reach; dx <= reach; dx++) {
          const next = byPlace.get(at + dy * width + dx);
          if (!next || Math.abs((next.at % width) - (at % width)) > reach) continue;
          byPlace.delete(next.at);
          joined.push(next);
        }
      }
    }
    if (joined.length >= minLength * unit) shapes.push(describe(joined, width, height, unit));
  }
  return shapes;
}

function describe(points: readonly RidgePoint[], width: number, height: number, unit: number): CrackShape {
  const n = points.length;
  const xs = points.map(({ at }) => at % width);
  const ys = points.map(({ at }) => Math.floor(at / width));
  const widths = points.map(({ radius }) => 2 * radius - 1);
  const mean = widths.reduce((sum, each) => sum + each, 0) / n;
  const variance = widths.reduce((sum, each) => sum + (each - mean) ** 2, 0) / n;
  const levels = points.map(({ level }) => level);
  const beside = points.map(({ sides }) => sides);
  const contrast = quantileOf(
    points.map((point) => point.contrast),
    0.5,
  );
  const share = (test: (point: RidgePoint, i: number) => boolean): number => points.filter(test).length / n;
  const span = (values: readonly number[]): number =>
    values.reduce((most, value) => Math.max(most, value), 0) -
    values.reduce((least, value) => Math.min(least, value), Infinity);
  const rim = rimWidth * unit;
  return {
    points,
    length: n / unit,
    extent: Math.hypot(span(xs), span(ys)) / unit,
    width: mean / unit,
    unevenness: Math.sqrt(variance) / mean,
    contrast,
    difference:
      quantileOf(
        points.map((point) => point.difference),
        0.5,
      ) / contrast,
    level: quantileOf(levels, 0.85),
    range: quantileOf(levels, 0.85) - quantileOf(levels, 0.15),
    crossed: quantileOf(beside, 0.9) - quantileOf(beside, 0.1),
    bend: bendOf(points, width, unit),
    beside: share(({ isBeside }) => isBeside),
    parallel: share(({ isParallel }) => isParallel),
    rim: share((_, i) => Math.min(xs[i]!, ys[i]!, width - 1 - xs[i]!, height - 1 - ys[i]!) < rim),
  };
}

/** The mean angle in degrees between directions at places 10 pixels apart along the line. */
function bendOf(points: readonly RidgePoint[], width: number, unit: number): number {
  const byPlace = new Map(points.map((point) => [point.at, point]));
  const step = Math.round(10 * unit);
  let [sum, n] = [0, 0];
  for (const { at, across } of points) {
    const [x, y] = [
      Math.round((at % width) - step * across[1]),
      Math.round(Math.floor(at / width) + step * across[0]),
    ];
    let nearest: RidgePoint | undefined;
    let distance = Infinity;
    for (let dy = -3; dy <= 3; dy++) {
      for (let dx = -3; dx <= 3; dx++) {
        const next = byPlace.get((y + dy) * width + x + dx);
        if (!next || dx * dx + dy * dy >= distance) continue;
        [nearest, distance] = [next, dx * dx + dy * dy];
      }
    }
    if (!nearest) continue;
    n++;
    sum += Math.acos(Math.min(1, Math.abs(across[0] * nearest.across[0] + across[1] * nearest.across[1])));
  }
  return n === 0 ? 0 : (sum / n) * (180 / Math.PI);
}

function quantileOf(values: readonly number[], share: number): number {
  return values.toSorted((p, q) => p - q)[Math.min(values.length - 1, Math.floor(share * values.length))]!;
}
