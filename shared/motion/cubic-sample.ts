import type { Plane } from './plane.ts';

/** A Catmull-Rom sample; beyond the edge of the plane its outermost samples go on. */
export function cubicSample({ data, width, height }: Plane, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  const [u0, u1, u2, u3] = [outer(1 + fx), inner(fx), inner(1 - fx), outer(2 - fx)];
  const a = clampIndex(left - 1, width);
  const b = clampIndex(left, width);
  const c = clampIndex(left + 1, width);
  const d = clampIndex(left + 2, width);
  let sum = 0;
  for (let j = -1; j <= 2; j++) {
    const row = clampIndex(top + j, height) * width;
    const line = u0 * data[row + a]! + u1 * data[row + b]! + u2 * data[row + c]! + u3 * data[row + d]!;
    const distance = Math.abs(j - fy);
    sum += line * (distance < 1 ? inner(distance) : outer(distance));
  }
  return sum;
}

function clampIndex(index: number, count: number): number {
  return index < 0 ? 0 : index >= count ? count - 1 : index;
}

/** Weights of Catmull-Rom within one sample of the place, and beyond. */
function inner(t: number): number {
  return 1.5 * t * t * t - 2.5 * t * t + 1;
}

function outer(t: number): number {
  return -0.5 * t * t * t + 2.5 * t * t - 4 * t + 2;
}
