import { expect, test } from 'vitest';
import { boxBlur, smoothBlur } from './blur.ts';
import { guidedFilter } from './guided-filter.ts';
import { planeLike } from './plane.ts';

const size = { width: 24, height: 16 };
const step = planeLike(size, (i) => (i % size.width < 12 ? 0.2 : 0.8));

test('a box blur is the mean of its window, also at the edge', () => {
  const values = planeLike({ width: 5, height: 1 }, (i) => i);
  expect([...boxBlur(values, 1).data]).toEqual([0.5, 1, 2, 3, 3.5]);
});

test('a blur wider than the picture is its mean everywhere', () => {
  for (const value of boxBlur(step, 100).data) expect(value).toBeCloseTo(0.5);
});

test('an even plane stays even', () => {
  const even = planeLike(size, () => 3);
  for (const value of smoothBlur(even, 4).data) expect(value).toBeCloseTo(3, 4);
});

test('the guided filter smooths noise but keeps the edges of its guide', () => {
  const noisy = planeLike(size, (i) => step.data[i]! + ((i * 7919) % 11) / 50 - 0.1);
  const filtered = guidedFilter(step, noisy, 3, 1e-3).data;
  const row = 8 * size.width;
  expect(filtered[row + 13]! - filtered[row + 10]!).toBeGreaterThan(0.5);
  expect(Math.abs(filtered[row + 4]! - filtered[row + 5]!)).toBeLessThan(0.03);
});
