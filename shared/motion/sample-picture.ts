import { greyOf } from './colour.ts';
import type { RgbPicture } from './plane.ts';

/** Bilinear sample of the three channels; positions outside are clamped to the edge. */
export function samplePicture(
  { data, width, height }: RgbPicture,
  x: number,
  y: number,
  out: number[],
): void {
  const left = Math.min(width - 1.001, Math.max(0, x));
  const top = Math.min(height - 1.001, Math.max(0, y));
  const [column, row] = [Math.floor(left), Math.floor(top)];
  const [fx, fy] = [left - column, top - row];
  const i = 3 * (row * width + column);
  const below = i + 3 * width;
  for (let k = 0; k < 3; k++) {
    const upper = data[i + k]! + (data[i + 3 + k]! - data[i + k]!) * fx;
    const lower = data[below + k]! + (data[below + 3 + k]! - data[below + k]!) * fx;
    out[k] = upper + (lower - upper) * fy;
  }
}

const sampled = [0, 0, 0];

/** The same in grey levels. */
export function greyAt(picture: RgbPicture, x: number, y: number): number {
  samplePicture(picture, x, y, sampled);
  return greyOf(sampled);
}
