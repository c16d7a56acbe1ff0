import { expect, test } from 'vitest';
import { formatChange, formatMoment, formatPrice } from './amounts.ts';

test('prices follow the language', () => {
  expect(formatPrice(899, 'en')).toBe('€8.99');
  expect(formatPrice(4499, 'it')).toBe('44,99\u00a0€');
  expect(formatPrice(0, 'en')).toBe('€0.00');
});

test('changes always have a sign', () => {
  expect([5, -1, 0].map((delta) => formatChange(delta, 'en'))).toEqual(['+5', '−1', '0']);
  expect(formatChange(1200, 'en')).toBe('+1,200');
});

test('timestamps have date and time in the order of the language', () => {
  expect(formatMoment('2025-11-21T12:00:00.000Z', 'en')).toMatch(/^Nov 2\d, 2025, \d+:00/);
  expect(formatMoment('2025-11-21T12:00:00.000Z', 'it')).toMatch(/^2\d nov 2025, \d+:00/);
});
