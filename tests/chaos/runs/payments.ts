import { expect, inject, test } from 'vitest';
import { openShop } from '../../support/shop.ts';
import { runPaymentStorm } from '../payment-storm.ts';
import { seeded } from '../random.ts';

const { seed, runs } = inject('chaos');

test(`${runs ?? 1000} sessions, each message 1 to 20 times, shuffled, 5 success calls at once`, async () => {
  const shop = await openShop({ webhooks: false });
  expect(await runPaymentStorm(shop, { random: seeded(seed), sessions: runs ?? 1000 })).toEqual([]);
  await shop.close();
});
