import { expect, test } from 'vitest';
import { median, quantile } from './statistics.ts';

test('quantiles interpolate between the values, in any order', () => {
  const values = [40, 10, 30, 20];
  expect([0, 0.25, 0.5, 0.95, 1].map((part) => quantile(values, part))).toEqual([10, 17.5, 25, 38.5, 40]);
  expect(values).toEqual([40, 10, 30, 20]);
});

test('medians of odd and even numbers of values, of one and of none', () => {
  expect([[3, 1, 2], [4, 1, 2, 3], [7], []].map(median)).toEqual([2, 2.5, 7, Number.NaN]);
});
