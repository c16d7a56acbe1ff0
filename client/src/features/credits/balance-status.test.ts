import { expect, test } from 'vitest';
import { balanceStatus } from './balance-status.ts';

test('none at zero, low under three, otherwise available', () => {
  expect([0, 1, 2, 3, 30].map(balanceStatus)).toEqual(['none', 'low', 'low', 'available', 'available']);
});
