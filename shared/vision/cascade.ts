import type { Plane } from '../motion/plane.ts';

/** Side of the window that a cascade judges, in pixels. */
export const windowSide = 24;

/**
 * A boosted cascade of Haar features (Viola and Jones 2001; Lienhart and Maydt 2002 for the tilted ones), stage by stage
 * and node by node. A node counts one of two values, by its feature in proportion to the window's contrast.
 */
export interface Cascade {
  /** The sum that a window needs in each stage, and where the stage's nodes end. */
  readonly stages: readonly { readonly threshold: number; readonly end: number }[];
  readonly thresholds: Float32Array;
  readonly below: Float32Array;
  readonly above: Float32Array;
  readonly isTilted: Uint8Array;
  /** Where each node's rectangles end. */
  readonly ends: Uint16Array;
  /** Four numbers for each rectangle: left, top, width, height. Tilted ones lie on their upper corner, by 45 degrees. */
  readonly rectangles: Uint8Array;
  readonly weights: Int8Array;
}

/** Reads the cascades of a file that scripts/compact-cascade.ts has written. */
export function readCascades(bytes: ArrayBuffer): Cascade[] {
  const view = new DataView(bytes);
  const cascades: Cascade[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const stages: { threshold: number; end: number }[] = [];
    const nodes: { threshold: number; below: number; above: number; isTilted: number; end: number }[] = [];
    const rectangles: number[] = [];
    const weights: number[] = [];
    const count = view.getUint16(at, true);
    at += 2;
    for (let stage = 0; stage < count; stage++) {
      const end = nodes.length + view.getUint16(at, true);
      stages.push({ threshold: view.getFloat32(at + 2, true), end });
      at += 6;
      while (nodes.length < end) {
        const kind = view.getUint8(at + 12);
        const [threshold, below, above] = [0, 4, 8].map((offset) => view.getFloat32(at + offset, true)) as [
          number,
          number,
          number,
        ];
        at += 13;
        for (let k = kind & 127; k > 0; k--, at += 5) {
          for (let i = 0; i < 4; i++) rectangles.push(view.getUint8(at + i));
          weights.push(view.getInt8(at + 4));
        }
        nodes.push({ threshold, below, above, isTilted: kind >> 7, end: weights.length });
      }
    }
    cascades.push({
      stages,
      thresholds: Float32Array.from(nodes, ({ threshold }) => threshold),
      below: Float32Array.from(nodes, ({ below }) => below),
      above: Float32Array.from(nodes, ({ above }) => above),
      isTilted: Uint8Array.from(nodes, ({ isTilted }) => isTilted),
      ends: Uint16Array.from(nodes, ({ end }) => end),
      rectangles: Uint8Array.from(rectangles),
      weights: Int8Array.from(weights),
    });
  }
  return cascades;
}

/** The sums of a picture from which those of its rectangles follow. One row and column more than the picture. */
export interface Sums {
  readonly width: number;
  readonly height: number;
  readonly plain: Float64Array;
  readonly squares: Float64Array;
  readonly tilted: Float64Array;
}

/** The sums above and to the left of each place, and those in the triangle that opens upwards from it. */
export function sumsOf({ width, height, data }: Plane): Sums {
  const stride = width + 1;
  const make = (): Float64Array => new Float64Array(stride * (height + 1));
  const [plain, squares, tilted] = [make(), make(), make()];
  for (let y = 1; y <= height; y++) {
    const row = y * stride;
    const over = row - stride;
    let [sum, square] = [0, 0];
    // A triangle that opens beside the picture holds as much of it as its neighbour a row higher.
    tilted[row] = tilted[over + 1]!;
    for (let x = 1; x <= width; x++) {
      const at = (y - 1) * width + x - 1;
      const value = data[at]!;
      sum += value;
      square += value * value;
      plain[row + x] = plain[over + x]! + sum;
      squares[row + x] = squares[over + x]! + square;
      const [above, valueAbove] = y > 1 ? [tilted[over - stride + x]!, data[at - width]!] : [0, 0];
      const right = x < width ? tilted[over + x + 1]! : above;
      tilted[row + x] = tilted[over + x - 1]! + right - above + value + valueAbove;
    }
  }
  return { width, height, plain, squares, tilted };
}

/** A window that passes all stages: its left and top pixel, and the sum of the last stage. */
export interface Passed {
  readonly left: number;
  readonly top: number;
  readonly level: number;
}

/** Windows with less contrast than this (standard deviation, in grey levels) show nothing. */
const leastDeviation = 10;
/** What OpenCV allows for rounding. */
const slack = 1e-5;

/** The windows of a picture (grey, 0 to 255) that pass a cascade, of those whose left and top pixel are `wanted`. */
export function passing(
  cascade: Cascade,
  sums: Sums,
  wanted: (left: number, top: number) => boolean,
): Passed[] {
  const { plain, squares } = sums;
  const stride = sums.width + 1;
  const corners = cornersOf(cascade, stride);
  const passed: Passed[] = [];
  const inner = windowSide - 2;
  const area = inner * inner;
  for (let top = 0; top <= sums.height - windowSide; top++) {
    for (let left = 0; left <= sums.width - windowSide; left++) {
      if (!wanted(left, top)) continue;
      const at = top * stride + left;
      const from = at + stride + 1;
      const sum = squareSum(plain, from, inner, stride);
      const spread = area * squareSum(squares, from, inner, stride) - sum * sum;
      if (spread < (area * leastDeviation) ** 2) continue;
      const level = levelOf(cascade, corners, sums, at, 1 / Math.sqrt(spread));
      if (level !== null) passed.push({ left, top, level });
    }
  }
  return passed;
}

function squareSum(sums: Float64Array, at: number, side: number, stride: number): number {
  const below = at + side * stride;
  return sums[at]! - sums[at + side]! - sums[below]! + sums[below + side]!;
}

/** Where the sums of each rectangle are, from the first of their window: four of each. */
function cornersOf({ ends, isTilted, rectangles }: Cascade, stride: number): Int32Array {
  const corners = new Int32Array(rectangles.length);
  for (let node = 0, i = 0; node < ends.length; node++)
    for (; i < 4 * ends[node]!; i += 4) {
      const at = rectangles[i]! + rectangles[i + 1]! * stride;
      const [width, height] = [rectangles[i + 2]!, rectangles[i + 3]!];
      const across = isTilted[node] ? width * (stride + 1) : width;
      const down = isTilted[node] ? height * (stride - 1) : height * stride;
      corners.set([at, at + across, at + down, at + across + down], i);
    }
  return corners;
}

/** The sum of the last stage; null if a stage rejects the window. */
function levelOf(
  { stages, thresholds, below, above, isTilted, ends, weights }: Cascade,
  corners: Int32Array,
  { plain, tilted }: Sums,
  at: number,
  scale: number,
): number | null {
  let total = 0;
  let node = 0;
  let rectangle = 0;
  for (const { threshold, end } of stages) {
    total = 0;
    for (; node < end; node++) {
      const sums = isTilted[node] ? tilted : plain;
      let value = 0;
      for (; rectangle < ends[node]!; rectangle++) {
        const i = 4 * rectangle;
        const sum =
          sums[at + corners[i]!]! -
          sums[at + corners[i + 1]!]! -
          sums[at + corners[i + 2]!]! +
          sums[at + corners[i + 3]!]!;
        value += weights[rectangle]! * sum;
      }
      total += value * scale < thresholds[node]! ? below[node]! : above[node]!;
    }
    if (total < threshold - slack) return null;
  }
  return total;
}
