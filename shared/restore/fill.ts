import type { RgbPicture } from '../motion/plane.ts';

/** Smoothing iterations: filled areas are only a few samples wide. */
const rounds = 40;

/**
 * Fills in everything that the mask marks: inwards from its edge, then smoothed to blend with its surroundings (the
 * Laplace equation, by Gauss-Seidel). Nothing outside the mask changes.
 */
export function fillIn(picture: RgbPicture, mask: Uint8Array): RgbPicture {
  const { width, height } = picture;
  const order = fromTheEdge(mask, width, height);
  const values = Float32Array.from(picture.data);
  const known = mask.map((value) => 1 - value);
  for (const i of order) {
    average(values, known, i, width, height);
    known[i] = 1;
  }
  for (let round = 0; round < rounds; round++) {
    for (const i of order) average(values, known, i, width, height);
  }
  const data = picture.data.slice();
  for (const i of order) for (let k = 3 * i; k < 3 * i + 3; k++) data[k] = Math.round(values[k]!);
  return { width, height, data };
}

/** The marked samples, ordered so that each has a known neighbour. If everything is marked, nothing is filled. */
function fromTheEdge(mask: Uint8Array, width: number, height: number): number[] {
  const seen = mask.map((value) => 1 - value);
  const order: number[] = [];
  const visit = (i: number): void => {
    if (seen[i] === 1) return;
    seen[i] = 1;
    order.push(i);
  };
  const aroundOf = (i: number): void => {
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i < width * (height - 1)) visit(i + width);
  };
  for (let i = 0; i < mask.length; i++) if (mask[i] === 0) aroundOf(i);
  for (let k = 0; k < order.length; k++) aroundOf(order[k]!);
  return order;
}

function average(values: Float32Array, known: Uint8Array, i: number, width: number, height: number): void {
  const x = i % width;
  let [n, red, green, blue] = [0, 0, 0, 0];
  const take = (j: number): void => {
    if (known[j] === 0) return;
    n++;
    red += values[3 * j]!;
    green += values[3 * j + 1]!;
    blue += values[3 * j + 2]!;
  };
  if (x > 0) take(i - 1);
  if (x < width - 1) take(i + 1);
  if (i >= width) take(i - width);
  if (i < width * (height - 1)) take(i + width);
  if (n === 0) return;
  values[3 * i] = red / n;
  values[3 * i + 1] = green / n;
  values[3 * i + 2] = blue / n;
}
