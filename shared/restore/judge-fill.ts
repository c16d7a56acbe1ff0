import { greyOf } from '../motion/colour.ts';
import type { RgbPicture } from '../motion/plane.ts';

/** The side of a region that is judged at once, in pixels at a shorter side of 768. */
const regionSize = 32;
/** What is filled in must leave at most this share of the region's edges, or the photo stays as it was there. */
const most = 0.85;

/**
 * Compares a filled picture with the one before, region by region of the mask, by the strength of the edges in it: a
 * crack is all edges, and what continues its surroundings has few. Where the filled one isn't clearly calmer, the
 * result is the picture before.
 */
export function keepBetter(before: RgbPicture, filled: RgbPicture, mask: Uint8Array): RgbPicture {
  const { width, height } = before;
  const side = Math.max(8, Math.round((regionSize * Math.min(width, height)) / 768));
  const columns = Math.ceil(width / side);
  const edges = { before: new Float64Array(columns * Math.ceil(height / side)), filled: new Float64Array(0) };
  edges.filled = edges.before.slice();
  const regionOf = (i: number): number => {
    const x = i % width;
    return Math.floor((i - x) / width / side) * columns + Math.floor(x / side);
  };
  for (let i = 0; i < mask.length - width; i++) {
    if (mask[i] === 0 && mask[i + 1] === 0 && mask[i + width] === 0) continue;
    if (i % width === width - 1) continue;
    const region = regionOf(i);
    edges.before[region]! += edgeAt(before, i);
    edges.filled[region]! += edgeAt(filled, i);
  }
  const data = Uint8Array.from(filled.data);
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    const region = regionOf(i);
    if (edges.filled[region]! <= most * edges.before[region]!) continue;
    data.set(before.data.subarray(3 * i, 3 * i + 3), 3 * i);
  }
  return { width, height, data };
}

function edgeAt({ width, data }: RgbPicture, i: number): number {
  const own = greyOf(data, 3 * i);
  return Math.abs(greyOf(data, 3 * (i + 1)) - own) + Math.abs(greyOf(data, 3 * (i + width)) - own);
}
