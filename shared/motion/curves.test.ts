import { expect, test } from 'vitest';
import { approach, blinks, breath, fromRestToRest, sway } from './curves.ts';

test('a sway goes to one side and the other, a breath in and out twice', () => {
  for (const [phase, expected] of [
    [0, 0],
    [0.25, 1],
    [0.5, 0],
    [0.75, -1],
    [1, 0],
  ] as const)
    expect(sway(phase)).toBeCloseTo(expected, 10);
  for (const [phase, expected] of [
    [0.125, 1],
    [0.25, 0],
    [0.375, -1],
    [0.625, 1],
    [0.875, -1],
  ] as const)
    expect(breath(phase)).toBeCloseTo(expected, 10);
});

test.each([
  ['as fast out as back', 1, 0.5],
  ['slowly out', 1.2, 0.5612],
  ['quickly out', 0.78, 0.4112],
])('a camera that goes %s peaks at its time and is back at the seam', (_name, skew, peak) => {
  const curve = approach(skew);
  expect(curve(0)).toBeCloseTo(0, 10);
  expect(curve(peak)).toBeCloseTo(1, 6);
  expect(curve(1)).toBeCloseTo(0, 10);
  expect(curve(peak / 2)).toBeLessThan(curve(peak) - 0.2);
  expect(curve((1 + peak) / 2)).toBeLessThan(curve(peak) - 0.2);
});

test('moves between rests follow the minimum-jerk curve: slow, fast, slow', () => {
  const curve = fromRestToRest([
    { at: 1, value: 0 },
    { at: 3, value: 2 },
    { at: 4, value: -1 },
    { at: 5, value: 0 },
  ]);
  const seconds: [second: number, value: number][] = [
    [0, 0],
    [0.9, 0],
    [1, 0],
    [1.5, 0.20703],
    [2, 1],
    [2.5, 1.79297],
    [3, 2],
    [3.5, 0.5],
    [4, -1],
    [4.5, -0.5],
    [5, 0],
    [5.9, 0],
  ];
  for (const [second, value] of seconds) expect(curve(second / 6), `second ${second}`).toBeCloseTo(value, 4);
  expect(fromRestToRest([])(0.5)).toBe(0);
});

test('a blink takes three frames down, two shut and seven up', () => {
  const blink = blinks([1], 1);
  const closures = Array.from({ length: 150 }, (_, frame) => blink(frame / 150));
  const expected = [0, 0.22, 0.68, 1, 1, 0.9, 0.66, 0.42, 0.22, 0.09, 0.02, 0];
  expected.forEach((closure, i) => expect(closures[25 + i]).toBeCloseTo(closure, 6));
  for (const closure of [...closures.slice(0, 25), ...closures.slice(37)]) expect(closure).toBe(0);
});

test('a quicker blink is the same curve in less time, and lids also move between frames', () => {
  const [usual, quick] = [blinks([1], 1), blinks([1], 2)];
  expect(usual(25.5 / 150)).toBeCloseTo(0.11, 6);
  expect(usual(36.5 / 150)).toBe(0);
  expect(usual(30.25 / 150)).toBeCloseTo(0.84, 6);
  expect(quick(26 / 150)).toBeCloseTo(0.68, 6);
  expect(quick(31 / 150)).toBe(0);
});

test('when two blinks overlap, the lids follow the one that closes further', () => {
  const blink = blinks([1, 1.2], 1);
  expect(blink(30 / 150)).toBeCloseTo(0.9, 6);
  expect(blink(32 / 150)).toBeCloseTo(0.68, 6);
  expect(blinks([], 1)(0.3)).toBe(0);
});
