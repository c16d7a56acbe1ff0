import { expect, test } from 'vitest';
import { balanceStatus } from './balance-status.ts';

test('none at zero, low under three, otherwise available', () => {
  const statuses = [0, 1, 2, 3, 30].map((credits) => balanceStatus(credits, false));
  expect(statuses).toEqual(['none', 'low', 'low', 'available', 'available']);
});

test('the free credit of a new account is the first', () => {
  const statuses = [0, 1, 2, 3].map((credits) => balanceStatus(credits, true));
  expect(statuses).toEqual(['none', 'first', 'low', 'available']);
});
