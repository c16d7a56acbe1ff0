import { expect, test } from 'vitest';
import { createKernel } from './kernel.ts';
import { createPlane, createTextureMaker } from './texture.ts';

const size = { width: 56, height: 56 };
const texel = 2 * 65536;

type Slope = (x: number, y: number) => number;

/** Slopes, which half-pel interpolation and bilinear samples reproduce exactly, wherever they are taken. */
const slopes: readonly Slope[] = [(x) => 20 + 4 * x, (_, y) => 20 + 4 * y];

/** Draws a slope through a grid with vertices `cell` pixels apart, which lie at `(u, v)` in the picture. */
async function drawSlope(
  slope: Slope,
  cell: 8 | 16,
  place: (x: number, y: number) => readonly [number, number],
) {
  const kernel = await createKernel(32);
  const plane = createPlane(kernel, size.width, size.height);
  for (let y = 0; y < size.height; y++)
    kernel
      .bytes(plane.origin + y * plane.stride, size.width)
      .set(Array.from({ length: size.width }, (_, x) => slope(x, y)));
  const texture = createTextureMaker(kernel, size.width, size.height).create(plane);
  const [columns, rows] = [Math.ceil(size.width / cell) + 1, Math.ceil(size.height / cell) + 1];
  const count = columns * rows;
  const grid = kernel.allocate(8 * count);
  const coordinates = kernel.integers(grid, 2 * count);
  for (let i = 0; i < count; i++) {
    const [u, v] = place((i % columns) * cell, Math.floor(i / columns) * cell);
    coordinates[i] = u * texel;
    coordinates[count + i] = v * texel;
  }
  const light = kernel.allocate(4 * count);
  kernel.integers(light, count).fill(0);
  const target = kernel.allocate(size.width * size.height);
  kernel.warpLuma(
    ...([texture.origin, texture.stride, target, size.width, size.width, 0, size.height] as const),
    ...([grid, columns, 4 * count, light, Math.log2(cell)] as const),
  );
  return kernel.bytes(target, size.width * size.height);
}

const turned =
  (degrees: number, scale = 1) =>
  (x: number, y: number) => {
    const [cos, sin] = [
      scale * Math.cos((degrees * Math.PI) / 180),
      scale * Math.sin((degrees * Math.PI) / 180),
    ];
    const [dx, dy] = [x - 28, y - 28];
    return [28 + dx * cos - dy * sin, 28 + dx * sin + dy * cos] as const;
  };

test.each([
  ['shifted by a fraction', (x: number, y: number) => [x + 0.3, y - 0.7] as const],
  ['enlarged', turned(0, 0.9)],
  ['reduced so far that eight samples just fit two loads', turned(0, 1.95)],
  ['reduced further', turned(0, 3)],
  ['mirrored', (x: number, y: number) => [56 - x, y] as const],
  ['turned a little to the right', turned(2)],
  ['turned a little to the left', turned(-2)],
  ['turned until eight samples lie in more than two rows', turned(9)],
  ['turned as far the other way', turned(-9)],
  ['turned by half a right angle', turned(45, 0.5)],
  ['bent', (x: number, y: number) => [x + 3 * Math.sin(y / 30), y + 3 * Math.sin(x / 20)] as const],
])('a picture is %s, sample for sample', async (_, place) => {
  for (const slope of slopes) {
    for (const cell of [8, 16] as const) {
      const drawn = await drawSlope(slope, cell, place);
      let [worst, compared] = [0, 0];
      for (let y = 0; y < size.height; y++) {
        for (let x = 0; x < size.width; x++) {
          const [u, v] = between(place, cell, x, y);
          if (u < 3 || v < 3 || u > size.width - 4 || v > size.height - 4) continue;
          worst = Math.max(worst, Math.abs(drawn[y * size.width + x]! - slope(u, v)));
          compared += 1;
        }
      }
      // Half a level from rounding, the rest from fractions of a texel; the next texel is 2 levels away.
      expect(worst).toBeLessThan(0.6);
      expect(compared).toBeGreaterThan(200);
    }
  }
});

/** Where a grid with vertices at `place` puts a pixel between them. */
function between(
  place: (x: number, y: number) => readonly [number, number],
  cell: number,
  x: number,
  y: number,
): [number, number] {
  const [left, top] = [cell * Math.floor(x / cell), cell * Math.floor(y / cell)];
  const [fx, fy] = [(x - left) / cell, (y - top) / cell];
  const corners = [
    [place(left, top), (1 - fx) * (1 - fy)],
    [place(left + cell, top), fx * (1 - fy)],
    [place(left, top + cell), (1 - fx) * fy],
    [place(left + cell, top + cell), fx * fy],
  ] as const;
  return corners.reduce<[number, number]>(
    ([u, v], [[cu, cv], share]) => [u + share * cu, v + share * cv],
    [0, 0],
  );
}
