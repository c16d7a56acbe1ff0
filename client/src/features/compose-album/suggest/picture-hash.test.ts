import { expect, test } from 'vitest';
import { areTwins, hashOf } from './picture-hash.ts';

/** Nine times eight RGB pixels. */
const pixels = (at: (x: number, y: number) => number) =>
  Array.from({ length: 72 }, (_, i) => {
    const value = at(i % 9, Math.floor(i / 9));
    return [value, value, value];
  }).flat();
const scene = (x: number, y: number) => 128 + 60 * Math.sin(x * 1.7 + y) + 40 * Math.cos(3 * y - x);

test('a hash tells for each place if it is brighter than its right neighbour, and the mean colour', () => {
  const falling = hashOf(pixels((x) => 200 - 10 * x));
  expect(falling.bits).toEqual(Array.from({ length: 64 }, () => true));
  expect(falling.colour).toEqual([160, 160, 160]);
  expect(hashOf(pixels((x) => 10 * x)).bits).toEqual(Array.from({ length: 64 }, () => false));
});

test('a little brighter, moved a little, or with some noise, a picture is still its twin; another one is not', () => {
  const one = hashOf(pixels(scene));
  expect(areTwins(one, hashOf(pixels((x, y) => scene(x, y) + 12)))).toBe(true);
  expect(areTwins(one, hashOf(pixels((x, y) => scene(x + 0.1, y))))).toBe(true);
  expect(areTwins(one, hashOf(pixels((x, y) => scene(x, y) + ((3 * x + y) % 3))))).toBe(true);
  expect(areTwins(one, hashOf(pixels((x, y) => scene(8 - x, y))))).toBe(false);
  expect(areTwins(one, hashOf(pixels((x, y) => scene(x, y) + 40)))).toBe(false);
});
