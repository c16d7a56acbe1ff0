import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '#tests/support/shop.ts';
import { PaymentProviderError } from '#server/providers/payments/types.ts';
import { stuckMoney } from './stuck.ts';
import { sweepPayments } from './sweep-payments.ts';

let shop: Shop;
beforeAll(async () => {
  // Every webhook is lost.
  shop = await openShop({ webhooks: false });
});
afterAll(() => shop.close());

const minute = 60_000;
const day = 24 * 60 * minute;
/** Past the age below which a session is left to its webhook. */
const soon = () => Date.now() + 2 * minute;

test('credits paid sessions once if every webhook was lost', async () => {
  const visitor = await shop.newVisitor();
  const [paid, open] = [await shop.checkout(visitor), await shop.checkout(visitor)];
  await shop.sandbox.actions.pay(paid);
  expect(await sweepPayments(shop.deps)).toEqual({ checked: 0, credited: 0 });
  expect(await sweepPayments(shop.deps, soon())).toEqual({ checked: 2, credited: 1 });
  expect(await visitor.credits()).toBe(6);
  await shop.sandbox.actions.expire(open);
  expect(await sweepPayments(shop.deps, soon())).toMatchObject({ credited: 0 });
  expect(await visitor.credits()).toBe(6);
  const row = await shop.deps.db.purchase.findUniqueOrThrow({ where: { sessionId: open } });
  expect(row.status).toBe('expired');
  expect(row.checkedAt).not.toBeNull();
});

test('finds a refund whose webhook was lost, checking once a day', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId);
  await sweepPayments(shop.deps, soon());
  await shop.sandbox.actions.refund(await shop.paymentOf(sessionId));
  await sweepPayments(shop.deps, soon() + minute);
  expect(await visitor.credits()).toBe(6);
  await sweepPayments(shop.deps, soon() + day);
  expect(await visitor.credits()).toBe(1);
});

test('stops while the provider is unavailable, and resumes where it stopped', async () => {
  const visitor = await shop.newVisitor();
  const sessions = [await shop.checkout(visitor), await shop.checkout(visitor)];
  for (const sessionId of sessions) await shop.sandbox.actions.pay(sessionId);
  shop.sandbox.faults.failCalls(3);
  expect(await sweepPayments(shop.deps, soon())).toMatchObject({ credited: 0 });
  expect(await sweepPayments(shop.deps, soon())).toMatchObject({ credited: 2 });
  expect(await visitor.credits()).toBe(11);
});

test('goes on if a purchase is erased while it is checked', async () => {
  const visitor = await shop.newVisitor();
  const [erased, paid] = [await shop.checkout(visitor), await shop.checkout(visitor)];
  await shop.sandbox.actions.pay(paid);
  const payments = {
    ...shop.deps.payments!,
    async readCheckout(sessionId: string) {
      if (sessionId === erased) await shop.deps.db.purchase.deleteMany({ where: { sessionId } });
      return shop.deps.payments!.readCheckout(sessionId);
    },
  };
  expect(await sweepPayments({ ...shop.deps, payments }, soon())).toMatchObject({ credited: 1 });
  expect(await visitor.credits()).toBe(6);
});

test('a purchase that the provider does not know keeps no other waiting, and is told', async () => {
  const visitor = await shop.newVisitor();
  const { userId } = visitor;
  const [refused, paid] = [await shop.checkout(visitor), await shop.checkout(visitor)];
  for (const sessionId of [refused, paid]) await shop.sandbox.actions.pay(sessionId);
  // From a restored backup, or under another key.
  const unknown = { sessionId: `cs_test_${userId}`, userId, packageId: 'heritage', language: 'en' };
  await shop.deps.db.purchase.create({
    data: { ...unknown, credits: 5, price: 899, createdAt: new Date(0) },
  });
  const payments = {
    ...shop.deps.payments!,
    readCheckout: (sessionId: string) =>
      sessionId === refused
        ? Promise.reject(new PaymentProviderError('no such session', { outage: false }))
        : shop.deps.payments!.readCheckout(sessionId),
  };
  const start = soon();
  expect(await sweepPayments({ ...shop.deps, payments }, start)).toMatchObject({ credited: 1 });
  expect(await visitor.credits()).toBe(6);
  const failing = { failingSince: { not: null }, userId };
  const since = await shop.deps.db.purchase.findMany({ where: failing, orderBy: { createdAt: 'asc' } });
  expect(since.map(({ sessionId, failingSince }) => [sessionId, failingSince?.getTime()])).toEqual([
    [unknown.sessionId, start],
    [refused, start],
  ]);
  const told = (await stuckMoney(shop.deps, start + 1)).filter((each) => each.userId === userId);
  expect(told.map(({ id }) => id)).toEqual([unknown.sessionId, refused]);
  // It succeeds at last.
  expect(await sweepPayments(shop.deps, start + minute)).toMatchObject({ credited: 1 });
  expect(await shop.deps.db.purchase.count({ where: { ...failing, sessionId: refused } })).toBe(0);
});

test('does nothing if payments are off', async () => {
  expect(await sweepPayments({ ...shop.deps, payments: null }, soon())).toEqual({ checked: 0, credited: 0 });
});
