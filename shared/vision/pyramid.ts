import { greyOf } from '../motion/colour.ts';
import { halve, type Plane, planeLike, type RgbPicture } from '../motion/plane.ts';

/** A picture at its original size and at successive halves. */
export type Pyramid = readonly RgbPicture[];

/** A square of a picture: its centre and side in pixels, and its rotation in radians. */
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly angle: number;
  /** Whether the picture goes on beyond its left and right border as its own mirror image. */
  readonly isMirrored?: boolean;
}

/** Halves a picture until its shorter side is at most 300 pixels, to downscale large squares without aliasing. */
export function createPyramid(picture: RgbPicture): Pyramid {
  const levels = [picture];
  for (let last = picture; Math.min(last.width, last.height) > 300; ) {
    last = halve(last);
    levels.push(last);
  }
  return levels;
}

/**
 * Samples a square as `side` x `side` RGB floats, bilinearly, from the best level; black outside the picture, unless it is
 * mirrored there.
 */
export function sampleSquare(pyramid: Pyramid, square: Square, side: number): Float32Array {
  const [first] = pyramid;
  const level = pyramid.findLast(({ width }) => (square.side * width) / first!.width >= 0.9 * side) ?? first!;
  const scaleX = level.width / first!.width;
  const scaleY = level.height / first!.height;
  const step = square.side / side;
  const stepX = Math.cos(square.angle) * step;
  const stepY = Math.sin(square.angle) * step;
  const out = new Float32Array(3 * side * side);
  const { data, width, height } = level;
  for (let row = 0, to = 0; row < side; row++) {
    const v = row + 0.5 - side / 2;
    for (let column = 0; column < side; column++, to += 3) {
      const u = column + 0.5 - side / 2;
      const across = (square.x + u * stepX - v * stepY) * scaleX - 0.5;
      const x = square.isMirrored ? mirrored(across, width) : across;
      const y = (square.y + u * stepY + v * stepX) * scaleY - 0.5;
      const left = Math.floor(x);
      const top = Math.floor(y);
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const fx = x - left;
      const fy = y - top;
      const at = 3 * (top * width + left);
      const below = at + 3 * width;
      for (let k = 0; k < 3; k++) {
        const upper = data[at + k]! * (1 - fx) + data[at + k + 3]! * fx;
        const lower = data[below + k]! * (1 - fx) + data[below + k + 3]! * fx;
        out[to + k] = upper * (1 - fy) + lower * fy;
      }
    }
  }
  return out;
}

/** The place whose mirror image is at `x`, beyond the left or right border. */
function mirrored(x: number, width: number): number {
  return x < 0 ? -x : Math.min(x, 2 * (width - 1.001) - x);
}

/** Samples a square as grey levels, as `sampleSquare` does. */
export function sampleGreySquare(pyramid: Pyramid, square: Square, side: number): Plane {
  const rgb = sampleSquare(pyramid, square, side);
  return planeLike({ width: side, height: side }, (i) => greyOf(rgb, 3 * i));
}
