import { expect, test } from 'vitest';
import { smoothCurve } from './smooth-curve.ts';

const curve = smoothCurve([
  [0, 0],
  [1, 1],
  [3, 2],
  [4, 2],
  [6, -1],
]);

test('it passes through its points and is constant beyond both ends', () => {
  for (const [x, y] of [
    [-9, 0],
    [0, 0],
    [1, 1],
    [3, 2],
    [4, 2],
    [6, -1],
    [7, -1],
  ] as const)
    expect(curve(x)).toBeCloseTo(y, 12);
});

test('between its points it has the slopes of Fritsch and Butland', () => {
  // Slope 1 at the first point, 9/13 at the second, 0 at turning points and plateaus, -3/2 at the last.
  expect(curve(0.5)).toBeCloseTo(0.538_462, 6);
  expect(curve(2)).toBeCloseTo(1.673_077, 6);
  expect(curve(3.5)).toBeCloseTo(2, 12);
  expect(curve(5)).toBeCloseTo(0.875, 6);
  expect(curve(1.5)).toBeCloseTo(1.350_962, 6);
});

test('it never overshoots', () => {
  for (let x = 0; x <= 6; x += 0.01) {
    expect(curve(x)).toBeLessThanOrEqual(2 + 1e-12);
    expect(curve(x)).toBeGreaterThanOrEqual(-1);
    if (x <= 2.99) expect(curve(x + 0.01)).toBeGreaterThan(curve(x));
  }
});

test('a straight line is preserved, and two points make one', () => {
  const line = smoothCurve([
    [0, 1],
    [1, 3],
    [4, 9],
  ]);
  for (const x of [0.3, 1, 2.2, 3.9]) expect(line(x)).toBeCloseTo(1 + 2 * x, 10);
  const two = smoothCurve([
    [1, 0],
    [3, 4],
  ]);
  expect(two(1.5)).toBeCloseTo(1, 10);
});

test('one point is a constant', () => {
  const one = smoothCurve([[2, 5]]);
  expect([one(0), one(2), one(9)]).toEqual([5, 5, 5]);
});

test('it turns at a peak without exceeding it, wherever its points lie', () => {
  const peak = smoothCurve([
    [10, 0],
    [11, 2],
    [13, 0],
    [14, -1],
  ]);
  for (let x = 10; x <= 14; x += 0.01) expect(peak(x)).toBeLessThanOrEqual(2);
  expect(peak(10.5)).toBeCloseTo(1.25, 10);
  // Slope 0 at the peak, -1 at the next point: both of its secants are that steep.
  expect(peak(12)).toBeCloseTo(1.25, 10);
  const elsewhere = smoothCurve([
    [10, 0],
    [11, 1],
    [13, 2],
    [14, 2],
  ]);
  expect(elsewhere(12)).toBeCloseTo(1.673_077, 6);
});
