import { expect, test } from 'vitest';
import { titleYears } from './title-years.ts';

test('a title card tells the first and the last year', () => {
  const days = ['1975-01-01', '1962-12-31', '1970-06-01'].map((day) => new Date(day));
  expect(titleYears(days)).toBe('1962–1975');
  expect(titleYears([new Date('1962-07-01'), new Date('1962-08-01')])).toBe('1962');
  expect(titleYears([])).toBe('');
});
