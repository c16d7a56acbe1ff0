import type { Face } from '../vision/face-mesh.ts';
import type { EyeIndices } from '../vision/landmarks.ts';
import type { FrameSize } from './frame-size.ts';
import { type Patch, patchAround } from './patch.ts';
import { smoothCurve } from './smooth-curve.ts';

/**
 * An eye in its own coordinates: `s` runs from 0 to 1 between its corners, from left to right of an upright face, `v`
 * towards its chin; both in eye widths. Curves give `v` for `s`.
 */
export interface Eye {
  /** The left corner in pixels of the frame. */
  readonly x: number;
  readonly y: number;
  /** Distance between its corners in pixels. */
  readonly width: number;
  readonly cos: number;
  readonly sin: number;
  readonly upper: (s: number) => number;
  readonly lower: (s: number) => number;
  readonly brow: (s: number) => number;
  /** The maximum opening, in eye widths. */
  readonly opening: number;
  readonly iris: { readonly s: number; readonly v: number; readonly radius: number };
}

/** The eye of a face, from the points at `indices`. */
export function eyeOf({ points, angle }: Face, indices: EyeIndices): Eye {
  const place = (i: number): readonly [number, number] => [points[3 * i]!, points[3 * i + 1]!];
  const along = ([x, y]: readonly [number, number]) => x * Math.cos(angle) + y * Math.sin(angle);
  const corners = [place(indices.upper[0]!), place(indices.upper.at(-1)!)].toSorted(
    (a, b) => along(a) - along(b),
  );
  const [left, right] = [corners[0]!, corners[1]!];
  const width = Math.max(1e-3, Math.hypot(right[0] - left[0], right[1] - left[1]));
  const cos = (right[0] - left[0]) / width;
  const sin = (right[1] - left[1]) / width;
  const local = (i: number): readonly [number, number] => {
    const [x, y] = place(i);
    const [dx, dy] = [x - left[0], y - left[1]];
    return [(dx * cos + dy * sin) / width, (dy * cos - dx * sin) / width];
  };
  const between = (of: readonly number[]) => of.slice(1, -1).map(local);
  const outline = (of: readonly number[]) => smoothCurve(rising([[0, 0], ...between(of), [1, 0]]));
  const upper = outline(indices.upper);
  const lower = outline(indices.lower);
  const brow = smoothCurve(rising(indices.brow.map(local)));
  const steps = Array.from({ length: 33 }, (_, i) => 0.1 + (0.8 * i) / 32);
  const irisPlaces = indices.iris.map(local);
  const [centre, ...rim] = irisPlaces;
  const mean = (axis: 0 | 1) => irisPlaces.reduce((sum, each) => sum + each[axis], 0) / irisPlaces.length;
  return {
    x: left[0],
    y: left[1],
    width,
    cos,
    sin,
    upper,
    lower,
    brow,
    opening: Math.max(...steps.map((s) => lower(s) - upper(s))),
    iris: {
      s: mean(0),
      v: mean(1),
      radius: rim.reduce((sum, [s, v]) => sum + Math.hypot(s - centre![0], v - centre![1]), 0) / rim.length,
    },
  };
}

/** Sorted by x, without points at nearly the same x. */
function rising(points: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0]);
  return sorted.filter(([x], i) => i === 0 || x > sorted[i - 1]![0] + 1e-3);
}

/** A place of an eye's own coordinates, in pixels. */
export function placeOn(
  { x, y, width, cos, sin }: Pick<Eye, 'x' | 'y' | 'width' | 'cos' | 'sin'>,
  s: number,
  v: number,
): readonly [x: number, y: number] {
  return [x + width * (s * cos - v * sin), y + width * (s * sin + v * cos)];
}

/** The part of the frame that a blink of this eye may change. Null if it is entirely outside. */
export function patchOf(eye: Eye, frame: FrameSize): Patch | null {
  const corners = [-0.25, 1.25].flatMap((s) => [-1, 0.6].map((v) => placeOn(eye, s, v)));
  return patchAround(corners, frame);
}

/** Whether all of an eye is in the frame, both its corners and its lids. */
export function isInFrame(eye: Eye, { width, height }: FrameSize): boolean {
  const half = eye.opening / 2;
  const corners = [0, 1].flatMap((s) => [-half, half].map((v) => placeOn(eye, s, v)));
  return corners.every(([x, y]) => x >= 0 && x <= width && y >= 0 && y <= height);
}
