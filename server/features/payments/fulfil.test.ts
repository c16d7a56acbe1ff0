import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runPaymentStorm } from '#tests/chaos/payment-storm.ts';
import { createRandom } from '#shared/random.ts';
import { publish } from '#server/platform/database/events.ts';
import { ledgerFaults, readLedger } from '#tests/support/ledger.ts';
import { seed } from '#tests/support/seed.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import type { CheckoutState } from '#server/providers/payments/types.ts';
import { requirePayments } from './deps.ts';
import { fulfil } from './fulfil.ts';
import { isPayingUser } from './paying.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ webhooks: false });
});
afterAll(() => shop.close());

/** The purchases recorded in the ledger. */
async function bought(userId: string) {
  expect(await ledgerFaults(shop.deps.pool, userId)).toEqual([]);
  const lines = await readLedger(shop.deps.pool, userId);
  return lines
    .filter(({ reason }) => reason === 'purchase')
    .map(({ reference, delta }) => [reference, delta]);
}

const row = (sessionId: string) => shop.deps.db.purchase.findUniqueOrThrow({ where: { sessionId } });

describe('the success page', () => {
  test('credits a paid session once and repeats its answer', async () => {
    const visitor = await shop.newVisitor();
    const sessionId = await shop.checkout(visitor, 'legacy');
    await shop.sandbox.actions.pay(sessionId);
    const expected = { success: true, credits: 16, amountPaid: 2499, packagePrice: 2499 };
    expect(await shop.answer(visitor, sessionId)).toEqual(expected);
    expect(await shop.answer(visitor, sessionId)).toEqual(expected);
    expect(await bought(visitor.userId)).toEqual([[sessionId, 15]]);
    expect(await isPayingUser(shop.deps.db, visitor.userId)).toBe(true);
    expect(await row(sessionId)).toMatchObject({ status: 'paid', amountPaid: 2499, language: 'en' });
  });

  test('reports an open, declined or delayed payment as incomplete, and credits it once it is paid', async () => {
    const visitor = await shop.newVisitor();
    const sessionId = await shop.checkout(visitor);
    const incomplete = {
      success: false,
      credits: 1,
      amountPaid: 0,
      packagePrice: 899,
      error: 'The payment has not been completed yet.',
      code: 'payment_incomplete',
    };
    expect(await shop.answer(visitor, sessionId)).toEqual(incomplete);
    await shop.sandbox.actions.decline(sessionId);
    expect(await shop.answer(visitor, sessionId)).toEqual(incomplete);
    await shop.sandbox.actions.payLater(sessionId);
    expect(await shop.answer(visitor, sessionId)).toEqual(incomplete);
    expect(await row(sessionId)).toMatchObject({ status: 'open' });
    expect(await isPayingUser(shop.deps.db, visitor.userId)).toBe(false);
    await shop.sandbox.actions.settleLater(sessionId, true);
    expect(await shop.answer(visitor, sessionId)).toMatchObject({ success: true, credits: 6 });
  });

  test('a delayed payment that fails and a session that expires credit nothing', async () => {
    const visitor = await shop.newVisitor();
    const failed = await shop.checkout(visitor);
    await shop.sandbox.actions.payLater(failed);
    await shop.sandbox.actions.settleLater(failed, false);
    const expired = await shop.checkout(visitor);
    await shop.sandbox.actions.expire(expired);
    for (const sessionId of [failed, expired])
      expect(await shop.answer(visitor, sessionId)).toMatchObject({ success: false, credits: 1 });
    expect((await row(failed)).status).toBe('failed');
    expect((await row(expired)).status).toBe('expired');
    expect(await bought(visitor.userId)).toEqual([]);
  });

  test.each([
    ['MEMORI10', 809],
    ['FREE100', 0],
  ])('the coupon %s is a purchase of %d cents', async (promotionCode, amountPaid) => {
    const visitor = await shop.newVisitor();
    const sessionId = await shop.checkout(visitor);
    await shop.sandbox.actions.pay(sessionId, { promotionCode });
    const expected = { success: true, credits: 6, amountPaid, packagePrice: 899 };
    expect(await shop.answer(visitor, sessionId)).toEqual(expected);
    expect(await isPayingUser(shop.deps.db, visitor.userId)).toBe(true);
  });

  test('answers 404 for another user’s session, and credits nothing', async () => {
    const [payer, thief] = [await shop.newVisitor(), await shop.newVisitor()];
    const sessionId = await shop.checkout(payer);
    await shop.sandbox.actions.pay(sessionId);
    const ours = await shop.confirm(thief, sessionId);
    expect(ours.status).toBe(404);
    expect(await ours.json()).toMatchObject({ error: 'Payment not found', code: 'payment_not_found' });
    // Also if only the provider knows the session.
    await shop.deps.db.purchase.delete({ where: { sessionId } });
    expect((await shop.confirm(thief, sessionId)).status).toBe(404);
    expect(await bought(thief.userId)).toEqual([]);
    expect(await bought(payer.userId)).toEqual([]);
    expect((await fetch(`${shop.url}/api/checkout/success?session_id=${sessionId}`)).status).toBe(401);
    expect(await shop.answer(payer, sessionId)).toMatchObject({ success: true, credits: 6 });
  });

  test.each(['cs_test_unknown0', 'cs_x', '', "cs_test_'--", 'pi_12345678'])(
    'does not know the session %j',
    async (sessionId) => {
      const visitor = await shop.newVisitor();
      expect((await shop.confirm(visitor, sessionId)).status).toBe(404);
    },
  );

  test('answers 503 while the provider is unavailable, but still repeats an earlier answer', async () => {
    const visitor = await shop.newVisitor();
    const [open, paid] = [await shop.checkout(visitor), await shop.checkout(visitor)];
    await shop.sandbox.actions.pay(paid);
    expect(await shop.answer(visitor, paid)).toMatchObject({ success: true });
    shop.sandbox.faults.failCalls(100);
    expect((await shop.confirm(visitor, open)).status).toBe(503);
    expect(await shop.answer(visitor, paid)).toMatchObject({ success: true, credits: 6 });
    shop.sandbox.faults.failCalls(0);
  });
});

describe('fulfilment', () => {
  test('adopts a paid session that was never recorded here', async () => {
    const visitor = await shop.newVisitor();
    const sessionId = await shop.checkout(visitor, 'eternal');
    await shop.deps.db.purchase.delete({ where: { sessionId } });
    await shop.sandbox.actions.pay(sessionId);
    expect(await shop.answer(visitor, sessionId)).toMatchObject({ success: true, credits: 31 });
    expect(await row(sessionId)).toMatchObject({ packageId: 'eternal', status: 'paid', language: 'en' });
  });

  test.each([
    ['price', { price: 4499 }],
    ['package', { packageId: 'legacy' }],
  ])('never credits a session whose %s is not what we offered', async (_what, change) => {
    const visitor = await shop.newVisitor();
    const sessionId = await shop.checkout(visitor);
    await shop.deps.db.purchase.update({ where: { sessionId }, data: change });
    await shop.sandbox.actions.pay(sessionId);
    expect(await shop.answer(visitor, sessionId)).toMatchObject({ success: false, credits: 1 });
    expect(await bought(visitor.userId)).toEqual([]);
  });

  /** The shop's dependencies, with `change` applied between the provider's answer and its arrival. */
  function late(change: (state: CheckoutState) => Promise<CheckoutState>) {
    const payments = requirePayments(shop.deps);
    const readCheckout = async (id: string) => {
      const state = await payments.readCheckout(id);
      return state && change(state);
    };
    return { ...shop.deps, payments: { ...payments, readCheckout } };
  }

  test('a slower reader that still saw the session as open does not undo the payment', async () => {
    const visitor = await shop.newVisitor();
    const sessionId = await shop.checkout(visitor);
    const slow = late(async (state) => {
      await shop.sandbox.actions.pay(sessionId);
      expect(await fulfil(shop.deps, sessionId)).toMatchObject({ status: 'paid', amountPaid: 899 });
      return state;
    });
    expect(await fulfil(slow, sessionId)).toMatchObject({ status: 'paid', amountPaid: 899 });
    expect(await bought(visitor.userId)).toEqual([[sessionId, 5]]);
  });

  test('notifies the account of the purchase and the balance once, however many readers fulfil it', async () => {
    const visitor = await shop.newVisitor();
    const sessionId = await shop.checkout(visitor);
    await shop.sandbox.actions.pay(sessionId);
    const stop = new AbortController();
    const events: string[] = [];
    const listening = (async () => {
      for await (const event of shop.deps.events.subscribe(visitor.userId, stop.signal))
        events.push(`${event?.topic} ${event?.id}`);
    })();
    const slow = late(async (state) => {
      await fulfil(shop.deps, sessionId);
      return state;
    });
    const { paidAt } = (await fulfil(slow, sessionId)) ?? {};
    expect(await row(sessionId)).toMatchObject({ paidAt });
    // Notifications arrive in commit order: after this one, all expected ones have arrived.
    await publish(shop.deps.db, { userId: visitor.userId, topic: 'task', id: 'last' });
    await expect.poll(() => events).toContain('task last');
    expect(events).toEqual([`balance ${visitor.userId}`, `purchase ${visitor.userId}`, 'task last']);
    stop.abort();
    await listening;
  });

  test.each([
    ['nobody', { userId: null }],
    ['somebody we do not know', { userId: 'a'.repeat(32) }],
    ['no package of ours', { packageId: 'yacht' }],
  ])('ignores a paid session for %s', async (_what, change) => {
    const visitor = await shop.newVisitor();
    const sessionId = await shop.checkout(visitor);
    await shop.deps.db.purchase.delete({ where: { sessionId } });
    await shop.sandbox.actions.pay(sessionId);
    expect(
      await fulfil(
        late(async (state) => ({ ...state, ...change })),
        sessionId,
      ),
    ).toBeNull();
    expect(await bought(visitor.userId)).toEqual([]);
  });

  test('30 sessions, each message 1 to 20 times and shuffled, 5 success calls at once: each credited once', async () => {
    const storm = runPaymentStorm(shop, { random: createRandom(seed), sessions: 30 });
    await expect(storm, `seed ${seed}`).resolves.toEqual([]);
  });
});
