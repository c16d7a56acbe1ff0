import { expect, test } from 'vitest';
import { petFaces } from '#tests/support/pet-faces.ts';
import { planeLike } from '../motion/plane.ts';
import { type Cascade, passing, sumsOf } from './cascade.ts';

test('the sums are those of rectangles and of triangles that open upwards', () => {
  const [width, height] = [7, 6];
  const picture = planeLike({ width, height }, (i) => (37 * i) % 11);
  const { plain, squares, tilted } = sumsOf(picture);
  for (let y = 0; y <= height; y++)
    for (let x = 0; x <= width; x++) {
      const expected = [0, 0, 0];
      picture.data.forEach((value, i) => {
        const [column, row] = [i % width, Math.floor(i / width)];
        if (row >= y) return;
        if (column < x) expected[0]! += value;
        if (column < x) expected[1]! += value * value;
        if (Math.abs(column - x + 1) < y - row) expected[2]! += value;
      });
      const at = y * (width + 1) + x;
      expect([x, y, plain[at], squares[at], tilted[at]]).toEqual([x, y, ...expected]);
    }
});

/** A cascade of one node that asks for more light in its second rectangle than in the rest of the first. */
function askingFor(isTilted: boolean, whole: number[], part: number[], weight: number): Cascade {
  return {
    stages: [{ threshold: 0.5, end: 1 }],
    thresholds: Float32Array.of(0.1),
    below: Float32Array.of(-1),
    above: Float32Array.of(0.75),
    isTilted: Uint8Array.of(isTilted ? 1 : 0),
    ends: Uint16Array.of(2),
    rectangles: Uint8Array.of(...whole, ...part),
    weights: Int8Array.of(-1, weight),
  };
}

const everywhere = () => true;

test.each([
  ['a bright right half', (x: number) => (x < 12 ? 40 : 200), 1],
  ['a bright left half', (x: number) => (x < 12 ? 200 : 40), 0],
  ['no light at all', () => 40, 0],
  ['hardly any contrast', (x: number) => (x < 12 ? 100 : 110), 0],
])('of windows with %s, so many pass a cascade that asks for the right half', (_, shade, count) => {
  const cascade = askingFor(false, [0, 0, 24, 24], [12, 0, 12, 24], 2);
  const picture = planeLike({ width: 24, height: 24 }, (i) => shade(i % 24));
  const passed = passing(cascade, sumsOf(picture), everywhere);
  expect(passed).toEqual(Array.from({ length: count }, () => ({ left: 0, top: 0, level: 0.75 })));
});

test('a tilted feature sees what lies across', () => {
  const cascade = askingFor(true, [12, 2, 8, 8], [12, 2, 4, 8], 2);
  const bright = (i: number) => Math.floor(i / 24) - 2 + (i % 24) - 12 < 8;
  const picture = (isTurned: boolean) =>
    planeLike({ width: 24, height: 24 }, (i) => (bright(i) === isTurned ? 40 : 200));
  expect(passing(cascade, sumsOf(picture(false)), everywhere)).toHaveLength(1);
  expect(passing(cascade, sumsOf(picture(true)), everywhere)).toEqual([]);
});

test('only wanted windows are judged', () => {
  const cascade = askingFor(false, [0, 0, 24, 24], [12, 0, 12, 24], 2);
  const picture = planeLike({ width: 30, height: 26 }, (i) => (i % 30 < 15 ? 40 : 200));
  const asked: string[] = [];
  const passed = passing(cascade, sumsOf(picture), (left, top) => {
    asked.push(`${left},${top}`);
    return left === 3 && top > 0;
  });
  expect(asked).toHaveLength(7 * 3);
  expect(passed.map(({ left, top }) => [left, top])).toEqual([
    [3, 1],
    [3, 2],
  ]);
});

test('the cascades that come with the project are whole', () => {
  expect(petFaces.map(({ stages }) => stages.length)).toEqual([20, 20]);
  expect(petFaces.map(({ thresholds }) => thresholds.length)).toEqual([1275, 1184]);
  expect(petFaces.map(({ isTilted }) => isTilted.includes(1))).toEqual([false, true]);
});
