import { createPlane, type Plane, planeLike } from '../motion/plane.ts';

/** The maximum in a square of side 2 radius + 1 around each sample. Time doesn't depend on the radius (van Herk). */
export function dilate(plane: Plane, radius: number): Plane {
  const { width, height } = plane;
  const size = 2 * radius + 1;
  const padded = Math.ceil((Math.max(width, height) + 2 * radius) / size) * size;
  const line: Line = {
    values: new Float32Array(padded).fill(-Infinity),
    forward: new Float32Array(padded),
    backward: new Float32Array(padded),
  };
  const across = createPlane(width, height);
  for (let y = 0; y < height; y++) largestAlong(plane.data, across.data, y * width, 1, width, radius, line);
  line.values.fill(-Infinity);
  const result = createPlane(width, height);
  for (let x = 0; x < width; x++) largestAlong(across.data, result.data, x, width, height, radius, line);
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

/** Buffers for one line of samples, with room for the radius on either side, where values are -Infinity. */
type Line = Readonly<Record<'values' | 'forward' | 'backward', Float32Array>>;

function largestAlong(
  source: Float32Array,
  target: Float32Array,
  start: number,
  step: number,
  length: number,
  radius: number,
  { values, forward, backward }: Line,
): void {
  const size = 2 * radius + 1;
  for (let i = 0, from = start; i < length; i++, from += step) values[i + radius] = source[from]!;
  for (let first = 0; first < length; first += size) {
    let most = -Infinity;
    for (let k = first; k < first + size; k++) {
      if (values[k]! > most) most = values[k]!;
      forward[k] = most;
    }
    most = -Infinity;
    for (let k = first + size - 1; k >= first; k--) {
      if (values[k]! > most) most = values[k]!;
      backward[k] = most;
    }
  }
  // What the last window reaches into beyond the whole ones.
  let most = -Infinity;
  for (let k = Math.ceil(length / size) * size; k < length + 2 * radius; k++) {
    if (values[k]! > most) most = values[k]!;
    forward[k] = most;
  }
  for (let i = 0, to = start; i < length; i++, to += step) {
    target[to] = Math.max(backward[i]!, forward[i + size - 1]!);
  }
}
