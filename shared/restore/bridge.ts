import { type Plane, createPlane, type RgbPicture } from '../motion/plane.ts';

/** What a picture would show in a gap if its surroundings continued across it. Values outside the gap are 0. */
export interface Bridge {
  /** One plane per channel: lines that end at the gap continue, without grain. */
  readonly channels: readonly [red: Plane, green: Plane, blue: Plane];
  /** How much the two sides differ where they agree best, in 8-bit levels. */
  readonly disagreement: Plane;
  /** The way to the nearest edge of the gap, as an offset in samples: what is beyond it lies twice as far. */
  readonly toEdge: Int8Array;
}

const directions = Array.from({ length: 16 }, (_, k) => {
  const angle = (k * Math.PI) / 16;
  return [Math.cos(angle), Math.sin(angle)] as const;
});
/** The number of samples averaged beyond each edge, against grain. */
const beyond = 3;
/** Levels by which sides may differ and still count as the same. */
const alike = 9;
const rounds = 2;

/**
 * Bridges thin gaps: for each sample of the mask, the two edges in each of sixteen directions, weighted by how alike
 * they are and how near; so a contour is continued along itself instead of being smeared across. `reach` is the longest
 * way to an edge, in samples.
 */
export function bridgeGap(picture: RgbPicture, mask: Uint8Array, reach: number): Bridge {
  const { width, height } = picture;
  const channels = [
    createPlane(width, height),
    createPlane(width, height),
    createPlane(width, height),
  ] as const;
  const disagreement = createPlane(width, height);
  const toEdge = new Int8Array(2 * mask.length);
  const [near, far] = [new Float64Array(4), new Float64Array(4)];
  const places: number[] = [];
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1) places.push(i);
  for (const i of places) {
    let [sum, apart, closest] = [0, 0, Infinity];
    for (const [dx, dy] of directions) {
      const [to, from] = [
        edgeAlong(picture, mask, i, dx, dy, reach, near),
        edgeAlong(picture, mask, i, -dx, -dy, reach, far),
      ];
      for (const [distance, sign] of [
        [to, 1],
        [from, -1],
      ] as const) {
        if (distance >= closest) continue;
        closest = distance;
        toEdge[2 * i] = Math.round(sign * distance * dx);
        toEdge[2 * i + 1] = Math.round(sign * distance * dy);
      }
      if (to === Infinity && from === Infinity) continue;
      const isBoth = to !== Infinity && from !== Infinity;
      const difference = isBoth
        ? Math.abs(near[0]! - far[0]!) + Math.abs(near[1]! - far[1]!) + Math.abs(near[2]! - far[2]!)
        : 90;
      const length = isBoth ? to + from : 4 * Math.min(to, from) + reach;
      const weight = 1 / ((1 + (difference / (3 * alike)) ** 2) * length * length);
      // One edge alone, where the gap is open to the other side.
      const share = isBoth ? from / length : to === Infinity ? 0 : 1;
      for (let c = 0; c < 3; c++)
        channels[c]!.data[i]! += weight * (share * near[c]! + (1 - share) * far[c]!);
      sum += weight;
      apart += (weight * difference) / 3;
    }
    if (sum === 0) continue;
    for (const { data } of channels) data[i]! /= sum;
    disagreement.data[i] = apart / sum;
  }
  for (const plane of channels) blend(plane, mask, places);
  return { channels, disagreement, toEdge };
}

/** The distance to the edge of the gap in a direction, and the mean colour beyond it; infinite if there is none. */
function edgeAlong(
  { width, height, data }: RgbPicture,
  mask: Uint8Array,
  i: number,
  dx: number,
  dy: number,
  reach: number,
  colour: Float64Array,
): number {
  const [x, y] = [i % width, Math.floor(i / width)];
  let [found, n] = [Infinity, 0];
  colour.fill(0);
  for (let step = 1; step <= reach + beyond; step++) {
    const [u, v] = [Math.round(x + step * dx), Math.round(y + step * dy)];
    if (u < 0 || v < 0 || u >= width || v >= height) break;
    const j = v * width + u;
    if (mask[j] === 1) {
      if (n > 0) break;
      if (step > reach) break;
      continue;
    }
    if (n === 0) found = step;
    for (let c = 0; c < 3; c++) colour[c]! += data[3 * j + c]!;
    if (++n === beyond) break;
  }
  for (let c = 0; c < 3; c++) colour[c]! /= Math.max(1, n);
  return found;
}

/** Neighbouring samples decide alike: a mean of three by three within the gap. */
function blend({ data, width, height }: Plane, mask: Uint8Array, places: readonly number[]): void {
  for (let round = 0; round < rounds; round++) {
    const before = data.slice();
    for (const i of places) {
      let [sum, n] = [0, 0];
      const [x, y] = [i % width, Math.floor(i / width)];
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          const j = v * width + u;
          if (mask[j] === 0 || before[j] === 0) continue;
          sum += before[j]!;
          n++;
        }
      }
      if (n > 0) data[i] = sum / n;
    }
  }
}
