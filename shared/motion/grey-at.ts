import { greyOf } from './colour.ts';
import type { RgbPicture } from './plane.ts';

/** Bilinear sample in grey levels; positions outside are clamped to the edge. */
export function greyAt({ data, width, height }: RgbPicture, x: number, y: number): number {
  const left = Math.min(width - 1.001, Math.max(0, x));
  const top = Math.min(height - 1.001, Math.max(0, y));
  const [column, row] = [Math.floor(left), Math.floor(top)];
  const i = 3 * (row * width + column);
  const below = i + 3 * width;
  const upper = greyOf(data, i) + (greyOf(data, i + 3) - greyOf(data, i)) * (left - column);
  const lower = greyOf(data, below) + (greyOf(data, below + 3) - greyOf(data, below)) * (left - column);
  return upper + (lower - upper) * (top - row);
}
