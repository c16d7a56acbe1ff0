import { expect, test } from 'vitest';
import { runOptions } from '../run-options.ts';
import { openShop } from '#tests/support/shop.ts';
import { runPaymentStorm } from '../payment-storm.ts';
import { createRandom } from '#shared/random.ts';

const { seed, runs } = runOptions(1000);

test(`${runs} checkout sessions, each message delivered 1 to 20 times in random order, 5 concurrent success calls`, async () => {
  const shop = await openShop({ webhooks: false });
  expect(await runPaymentStorm(shop, { random: createRandom(seed), sessions: runs })).toEqual([]);
  await shop.close();
});
