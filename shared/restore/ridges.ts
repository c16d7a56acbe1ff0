import { boxBlur } from '../motion/blur.ts';
import { type Plane, planeLike, samplePlane } from '../motion/plane.ts';
import { topHat } from './morphology.ts';
import { depthsIn, thin } from './skeleton.ts';

/** A place on the middle line of a thin bright structure. Levels are 8-bit, lengths are samples. */
export interface RidgePoint {
  /** The sample's index. */
  readonly at: number;
  /** Across the line, as a unit vector. */
  readonly across: readonly [x: number, y: number];
  /** From the middle to either edge. */
  readonly radius: number;
  readonly level: number;
  /** The mean of both sides, how far the middle is above it, and how far the sides differ. */
  readonly sides: number;
  readonly contrast: number;
  readonly difference: number;
  /** Whether something else that stands out, or another line in the same direction, runs beside it. */
  readonly isBeside: boolean;
  readonly isParallel: boolean;
}

/** Lengths, at a shorter side of 768: structures up to 21 wide. */
const topHatRadius = 10;
const neighbourhood = 40;
const directionRadius = 7;
/** In 8-bit levels, and as a multiple of the mean contrast in the neighbourhood. */
const minContrast = 10;
const aboveTexture = 1.1;
/** Contrast in the neighbourhood counts up to this level: a crack must not hide itself. */
const mostTexture = 40;
/** Where more of all samples are on middle lines, everything is texture: of 66 photos, grass alone, and crazed prints half. */
const mostLines = 0.07;
/** A structure is found by a sample that stands out by so much more, and followed further (Canny's hysteresis). */
const sure = 1.6;

/**
 * Finds the middle lines of everything thin that is brighter than both of its sides, which must be alike; none in
 * a picture that is all texture. `unit` is the length of one pixel at a shorter side of 768. For dark structures, pass
 * the negative.
 */
export function findRidges(plane: Plane, unit: number): RidgePoint[] {
  const { width, height } = plane;
  const soft = boxBlur(plane, 1);
  const mask = standingOut(soft, unit);
  const lines = thin(mask, width);
  const depths = depthsIn(mask, width);
  const places: number[] = [];
  for (let i = 0; i < lines.length; i++) if (lines[i] === 1) places.push(i);
  if (places.length > mostLines * lines.length) return [];
  const normals = new Map(places.map((i) => [i, normalAt(lines, i, width, height, unit)]));
  const points: RidgePoint[] = [];
  for (const at of places) {
    const across = normals.get(at)!;
    const radius = depths[at]!;
    const [x, y] = [at % width, Math.floor(at / width)];
    const side = (sign: number): number =>
      [2, 4, 6].reduce((sum, step) => {
        const distance = sign * (radius + step * unit);
        return sum + samplePlane(soft, x + distance * across[0], y + distance * across[1]) / 3;
      }, 0);
    const [left, right, level] = [side(1), side(-1), soft.data[at]!];
    const [sides, difference] = [(left + right) / 2, Math.abs(left - right)];
    const contrast = level - sides;
    const isLine = level - Math.max(left, right) > 8 && difference < 0.7 * contrast;
    if (radius > 10.5 * unit || !isLine) continue;
    const isNear = (from: number, to: number, test: (j: number) => boolean): boolean => {
      for (const sign of [1, -1]) {
        for (let step = from * unit; step <= to * unit; step++) {
          const column = Math.round(x + sign * (radius + step) * across[0]);
          const row = Math.round(y + sign * (radius + step) * across[1]);
          if (column < 1 || row < 1 || column >= width - 1 || row >= height - 1) break;
          if (test(row * width + column)) return true;
        }
      }
      return false;
    };
    const isAlong = (j: number): boolean => {
      const other = normals.get(j);
      return other !== undefined && Math.abs(across[0] * other[0] + across[1] * other[1]) > 0.9;
    };
    const isParallel = isNear(5, 24, (j) => isAlong(j) || isAlong(j + 1) || isAlong(j + width));
    const isBeside = isNear(6, 25, (j) => mask[j] === 1);
    points.push({ at, across, radius, level, sides, contrast, difference, isBeside, isParallel });
  }
  return points;
}

/** 1 where a plane is brighter than its neighbourhood, at least in part surely so. */
function standingOut(plane: Plane, unit: number): Uint8Array {
  const { width, height } = plane;
  const contrast = topHat(plane, Math.max(2, Math.round(topHatRadius * unit)));
  const texture = boxBlur(
    planeLike(contrast, (i) => Math.min(mostTexture, contrast.data[i]!)),
    Math.round(neighbourhood * unit),
  );
  const least = texture.data.map((value) => minContrast + aboveTexture * value);
  const mask = new Uint8Array(width * height);
  const pending: number[] = [];
  const take = (i: number, factor: number): void => {
    if (mask[i] === 1 || contrast.data[i]! <= factor * least[i]!) return;
    mask[i] = 1;
    pending.push(i);
  };
  for (let i = 0; i < mask.length; i++) take(i, sure);
  for (let i = pending.pop(); i !== undefined; i = pending.pop()) {
    const [x, y] = [i % width, Math.floor(i / width)];
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) take(v * width + u, 1);
  }
  return mask;
}

/** The direction across the line at one of its samples: the minor axis of the samples around it. */
function normalAt(
  lines: Uint8Array,
  at: number,
  width: number,
  height: number,
  unit: number,
): readonly [number, number] {
  const reach = Math.max(2, Math.round(directionRadius * unit));
  const [x, y] = [at % width, Math.floor(at / width)];
  let [n, sumX, sumY, xx, xy, yy] = [0, 0, 0, 0, 0, 0];
  for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++) {
    for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++) {
      if (lines[v * width + u] === 0) continue;
      n++;
      sumX += u - x;
      sumY += v - y;
      xx += (u - x) ** 2;
      xy += (u - x) * (v - y);
      yy += (v - y) ** 2;
    }
  }
  const [mx, my] = [sumX / n, sumY / n];
  const angle = 0.5 * Math.atan2(2 * (xy / n - mx * my), xx / n - mx * mx - (yy / n - my * my));
  return [-Math.sin(angle), Math.cos(angle)];
}
