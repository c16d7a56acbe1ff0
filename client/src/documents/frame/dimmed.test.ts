import { expect, test } from 'vitest';
import { isDimmed, minuteOf } from './dimmed.ts';

const night = { from: 22 * 60, until: 7 * 60 };
const nap = { from: 13 * 60, until: 15 * 60 };

test.each([
  [night, '21:59', false],
  [night, '22:00', true],
  [night, '23:59', true],
  [night, '00:00', true],
  [night, '06:59', true],
  [night, '07:00', false],
  [nap, '12:59', false],
  [nap, '13:00', true],
  [nap, '15:00', false],
  [null, '03:00', false],
])('%j at %s', (hours, time, expected) => {
  expect(isDimmed(hours, minuteOf(new Date(`2026-11-22T${time}:00`)))).toBe(expected);
});
