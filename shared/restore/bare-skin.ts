import { smoothstep } from '../motion/plane.ts';
import { featureOutlines } from '../vision/landmarks.ts';
import type { FaceOval } from './face-oval.ts';

/** How far around eyes, brows, nostrils and lips nothing changes, and how far everything may, in face widths. */
const apart = { none: 0.02, all: 0.05 } as const;

/**
 * How much of a repair a place may get, as a function of its coordinates: 0 on the eyes, brows, nostrils and lips of faces
 * whose landmarks are known, 1 elsewhere.
 */
export function bareSkinOf(faces: readonly FaceOval[]): (x: number, y: number) => number {
  const known = faces.flatMap(({ points, ...face }) =>
    points ? [{ ...face, outlines: featureOutlines.map((outline) => placesOf(points, outline)) }] : [],
  );
  return (x, y) => {
    let least = 1;
    for (const { outlines, width, height, ...face } of known) {
      if (Math.max(Math.abs(x - face.x), Math.abs(y - face.y)) > Math.max(width, height)) continue;
      for (const outline of outlines)
        least = Math.min(least, smoothstep(apart.none, apart.all, distanceFrom(outline, x, y) / width));
    }
    return least;
  };
}

type Place = readonly [x: number, y: number];

function placesOf(points: Float32Array, indices: readonly number[]): Place[] {
  return indices.map((i) => [points[3 * i]!, points[3 * i + 1]!]);
}

/** The distance from a polygon; 0 within it. */
function distanceFrom(outline: readonly Place[], x: number, y: number): number {
  let [isInside, least] = [false, Infinity];
  let [fromX, fromY] = outline.at(-1)!;
  for (const [toX, toY] of outline) {
    const [dx, dy] = [toX - fromX, toY - fromY];
    if (toY > y !== fromY > y && x < fromX + ((y - fromY) / dy) * dx) isInside = !isInside;
    const along = ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1);
    const way = Math.max(0, Math.min(1, along));
    least = Math.min(least, Math.hypot(fromX + way * dx - x, fromY + way * dy - y));
    [fromX, fromY] = [toX, toY];
  }
  return isInside ? 0 : least;
}
