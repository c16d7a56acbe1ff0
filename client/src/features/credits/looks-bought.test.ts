import { expect, test } from 'vitest';
import { packages } from '../../../../shared/packages.ts';
import { looksBought } from './looks-bought.ts';

test('every package shows, whatever was there before', () => {
  for (const { credits } of packages) expect(looksBought(3, 3 + credits)).toBe(true);
});

test('the first answer, spending and a returned credit are no purchase', () => {
  expect(looksBought(undefined, 30)).toBe(false);
  expect(looksBought(5, 4)).toBe(false);
  expect(looksBought(0, 1)).toBe(false);
  expect(looksBought(2, 2)).toBe(false);
});
