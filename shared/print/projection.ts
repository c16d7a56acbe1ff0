import type { FrameSize } from '../motion/frame-size.ts';
import type { Corners, Place } from './print.ts';

/**
 * Maps points of a rectangle to the quadrilateral that a camera sees it as; inputs and outputs are shares (0 to 1).
 * Heckbert: Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3.
 */
export function projectInto([a, b, c, d]: Corners): (u: number, v: number) => Place {
  const sumX = a.x - b.x + c.x - d.x;
  const sumY = a.y - b.y + c.y - d.y;
  const [dx1, dy1] = [b.x - c.x, b.y - c.y];
  const [dx2, dy2] = [d.x - c.x, d.y - c.y];
  const whole = dx1 * dy2 - dx2 * dy1;
  const g = (sumX * dy2 - dx2 * sumY) / whole;
  const h = (dx1 * sumY - sumX * dy1) / whole;
  return (u, v) => {
    const w = g * u + h * v + 1;
    return {
      x: ((b.x - a.x + g * b.x) * u + (d.x - a.x + h * d.x) * v + a.x) / w,
      y: ((b.y - a.y + g * b.y) * u + (d.y - a.y + h * d.y) * v + a.y) / w,
    };
  };
}

/** The size in pixels of the area between four corners once it is upright: the mean of opposite sides. */
export function straightSize([a, b, c, d]: Corners, { width, height }: FrameSize): FrameSize {
  const length = (p: Place, q: Place): number => Math.hypot((q.x - p.x) * width, (q.y - p.y) * height);
  return {
    width: Math.round((length(a, b) + length(d, c)) / 2),
    height: Math.round((length(a, d) + length(b, c)) / 2),
  };
}

/** Converts corners found within a straightened picture to corners of the original picture. */
export function withinCorners(outer: Corners, inner: Corners): Corners {
  const project = projectInto(outer);
  const [a, b, c, d] = inner;
  return [project(a.x, a.y), project(b.x, b.y), project(c.x, c.y), project(d.x, d.y)];
}
