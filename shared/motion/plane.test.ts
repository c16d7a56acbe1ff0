import { expect, test } from 'vitest';
import { planeLike, quantile, samplePlane, smoothstep } from './plane.ts';

const ramp = planeLike({ width: 4, height: 3 }, (i) => (i % 4) + 10 * Math.floor(i / 4));

test('samples between positions are interpolated bilinearly', () => {
  expect(samplePlane(ramp, 1.5, 0.25)).toBeCloseTo(1.5 + 2.5);
});

test('samples outside are those of the nearest edge', () => {
  expect(samplePlane(ramp, -5, 1)).toBe(10);
  expect(samplePlane(ramp, 99, 99)).toBe(23);
});

test('a plane of one sample can be sampled', () => {
  expect(
    samplePlane(
      planeLike({ width: 1, height: 1 }, () => 7),
      0.4,
      2,
    ),
  ).toBe(7);
});

test('quantiles range from the smallest to the largest sample', () => {
  expect(quantile(ramp, 0)).toBe(0);
  expect(quantile(ramp, 1)).toBe(23);
});

test('a smooth step is flat outside and halfway in the middle', () => {
  expect([smoothstep(2, 4, 1), smoothstep(2, 4, 3), smoothstep(2, 4, 9)]).toEqual([0, 0.5, 1]);
});
