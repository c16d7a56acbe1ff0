import { createPlane, type Plane } from './plane.ts';

/** Mean over a square of side 2 radius + 1; at the edge, over the part that lies inside. Time does not depend on the radius. */
export function boxBlur(plane: Plane, radius: number): Plane {
  const { width, height } = plane;
  const across = createPlane(width, height);
  for (let y = 0; y < height; y++) blurLine(plane.data, across.data, y * width, 1, width, radius);
  const result = createPlane(width, height);
  for (let x = 0; x < width; x++) blurLine(across.data, result.data, x, width, height, radius);
  return result;
}

/** Three box blurs, close to a Gaussian with a standard deviation of about the radius. */
export function smoothBlur(plane: Plane, radius: number): Plane {
  return boxBlur(boxBlur(boxBlur(plane, radius), radius), radius);
}

function blurLine(
  source: Float32Array,
  target: Float32Array,
  start: number,
  step: number,
  length: number,
  radius: number,
): void {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < Math.min(radius, length); i++, count++) sum += source[start + i * step]!;
  for (let i = 0; i < length; i++) {
    if (i + radius < length) {
      sum += source[start + (i + radius) * step]!;
      count++;
    }
    if (i - radius - 1 >= 0) {
      sum -= source[start + (i - radius - 1) * step]!;
      count--;
    }
    target[start + i * step] = sum / count;
  }
}
