import { expect, test } from 'vitest';
import { runOptions } from '../run-options.ts';
import { openShop } from '../../support/shop.ts';
import { runPaymentStorm } from '../payment-storm.ts';
import { createRandom } from '../../../shared/random.ts';

const { seed, runs } = runOptions(1000);

test(`${runs} sessions, each message 1 to 20 times, shuffled, 5 success calls at once`, async () => {
  const shop = await openShop({ webhooks: false });
  expect(await runPaymentStorm(shop, { random: createRandom(seed), sessions: runs })).toEqual([]);
  await shop.close();
});
