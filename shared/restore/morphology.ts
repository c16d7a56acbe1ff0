import { createPlane, type Plane, planeLike } from '../motion/plane.ts';

/** The maximum in a square of side 2 radius + 1 around each sample. Time doesn't depend on the radius (van Herk). */
export function dilate(plane: Plane, radius: number): Plane {
  const { width, height } = plane;
  const across = createPlane(width, height);
  for (let y = 0; y < height; y++) largestAlong(plane.data, across.data, y * width, 1, width, radius);
  const result = createPlane(width, height);
  for (let x = 0; x < width; x++) largestAlong(across.data, result.data, x, width, height, radius);
  return result;
}

/** The minimum in a square of side 2 radius + 1 around each sample. */
export function erode(plane: Plane, radius: number): Plane {
  return negative(dilate(negative(plane), radius));
}

/** How much brighter each sample is than any structure as wide as the square: isolates thin lines and small spots. */
export function topHat(plane: Plane, radius: number): Plane {
  const opened = dilate(erode(plane, radius), radius);
  return planeLike(plane, (i) => plane.data[i]! - opened.data[i]!);
}

export function negative({ width, height, data }: Plane): Plane {
  return { width, height, data: data.map((value) => -value) };
}

function largestAlong(
  source: Float32Array,
  target: Float32Array,
  start: number,
  step: number,
  length: number,
  radius: number,
): void {
  const size = 2 * radius + 1;
  const padded = Math.ceil((length + 2 * radius) / size) * size;
  const at = (k: number): number => {
    const i = k - radius;
    return i < 0 || i >= length ? -Infinity : source[start + i * step]!;
  };
  const forward = new Float32Array(padded);
  const backward = new Float32Array(padded);
  for (let k = 0; k < padded; k++) forward[k] = k % size === 0 ? at(k) : Math.max(forward[k - 1]!, at(k));
  for (let k = padded - 1; k >= 0; k--)
    backward[k] = k % size === size - 1 ? at(k) : Math.max(backward[k + 1]!, at(k));
  for (let i = 0; i < length; i++) target[start + i * step] = Math.max(backward[i]!, forward[i + size - 1]!);
}
