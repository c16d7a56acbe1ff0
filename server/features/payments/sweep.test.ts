import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '../../../tests/support/shop.ts';
import { sweepPayments } from './sweep.ts';

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

test('does nothing if payments are off', async () => {
  expect(await sweepPayments({ ...shop.deps, payments: null }, soon())).toEqual({ checked: 0, credited: 0 });
});
