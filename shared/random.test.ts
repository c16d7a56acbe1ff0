import { expect, test } from 'vitest';
import { createRandom } from './random.ts';

test('the numbers are those of mulberry32', () => {
  const random = createRandom(1);
  expect([random(), random(), random(), random()]).toEqual([
    0.6270739405881613, 0.002735721180215478, 0.5274470399599522, 0.9810509674716741,
  ]);
});

test('a negative seed is a seed as well, and numbers stay from 0 to 1', () => {
  const random = createRandom(-12345);
  const numbers = Array.from({ length: 2000 }, random);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  expect(numbers.reduce((sum, value) => sum + value, 0) / 2000).toBeCloseTo(0.5, 1);
});
