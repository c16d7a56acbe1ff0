import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '#tests/support/shop.ts';
import type { Visitor } from '#tests/support/visitor.ts';
import { eraseDueAccounts } from '../erasure/erase-accounts.ts';
import { PaymentProviderError } from '#server/providers/payments/types.ts';
import { differences } from './reconciling/reconcile.ts';

let shop: Shop;
beforeAll(async () => {
  // Webhooks arrive as the tests deliver them.
  shop = await openShop({ webhooks: false });
});
afterAll(() => shop.close());

const makeDue = ({ userId }: Visitor) =>
  shop.deps.db.user.update({ where: { id: userId }, data: { deletionAt: new Date(Date.now() - 1000) } });

async function found(): Promise<string[]> {
  const all: string[] = [];
  for await (const difference of differences(shop.deps)) all.push(difference);
  return all;
}

/** The cents of each refund of a payment. */
const refundsOf = async (sessionId: string) =>
  shop
    .eventsOf(await shop.paymentOf(sessionId))
    .filter(({ type }) => type === 'refund.created')
    .map(({ data }) => (data.object as { amount?: number }).amount);

const rowOf = (sessionId: string) => shop.deps.db.purchase.findUnique({ where: { sessionId } });

const deliverAll = async (sessionId: string) => {
  for (const event of shop.eventsOf(sessionId)) expect((await shop.deliver(event)).status).toBe(200);
};

test('an open checkout can’t be paid once its account is erased', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await shop.checkout(visitor);
  await makeDue(visitor);
  expect(await eraseDueAccounts(shop.deps)).toBe(1);
  await expect(shop.sandbox.actions.pay(sessionId)).rejects.toThrow();
  expect(await rowOf(sessionId)).toBeNull();
  await deliverAll(sessionId);
  expect(await found()).toEqual([]);
});

test.each([
  ['whose message is still on its way', false],
  ['that was credited already', true],
])('a payment %s when the account is erased is refunded once', async (_which, credited) => {
  const visitor = await shop.newVisitor();
  const sessionId = await shop.checkout(visitor);
  await makeDue(visitor);
  await shop.sandbox.actions.pay(sessionId);
  if (credited) await deliverAll(sessionId);
  const [one, two] = await Promise.all([eraseDueAccounts(shop.deps), eraseDueAccounts(shop.deps)]);
  expect(one + two).toBe(1);
  expect(await refundsOf(sessionId)).toEqual([899]);
  // The books know of both.
  expect(await rowOf(sessionId)).toMatchObject({ status: 'paid', amountPaid: 899, amountRefunded: 899 });
  await deliverAll(sessionId);
  expect(await refundsOf(sessionId)).toEqual([899]);
  expect(await found()).toEqual([]);
});

test('a payment that arrives days after the account was erased is refunded once', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.payLater(sessionId);
  await makeDue(visitor);
  expect(await eraseDueAccounts(shop.deps)).toBe(1);
  expect(await rowOf(sessionId)).toMatchObject({ status: 'open' });
  expect((await rowOf(sessionId))?.userId).not.toBe(visitor.userId);
  await shop.sandbox.actions.settleLater(sessionId, true);
  await deliverAll(sessionId);
  await deliverAll(sessionId);
  expect(await refundsOf(sessionId)).toEqual([899]);
  expect(await rowOf(sessionId)).toMatchObject({ status: 'failed', mismatch: null });
  expect(await shop.deps.db.creditEntry.count({ where: { reference: sessionId } })).toBe(0);
  expect(await found()).toEqual([]);
});

test('purchases from before the account was to be erased are kept', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId);
  await deliverAll(sessionId);
  await shop.deps.db.purchase.update({ where: { sessionId }, data: { paidAt: new Date(0) } });
  await makeDue(visitor);
  expect(await eraseDueAccounts(shop.deps)).toBe(1);
  expect(await refundsOf(sessionId)).toEqual([]);
  expect(await rowOf(sessionId)).toMatchObject({ status: 'paid', amountRefunded: 0 });
});

test('an erasure waits for the provider, and does not without purchases', async () => {
  const [buyer, other] = [await shop.newVisitor(), await shop.newVisitor()];
  await shop.checkout(buyer);
  await makeDue(buyer);
  await makeDue(other);
  const payments = {
    ...shop.deps.payments!,
    expireCheckout: () => Promise.reject(new PaymentProviderError('unreachable', { outage: true })),
  };
  expect(await eraseDueAccounts({ ...shop.deps, payments })).toBe(1);
  expect(await eraseDueAccounts(shop.deps)).toBe(1);
});

test('money of a person who is not in the books is found at the provider, until it is returned', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await shop.checkout(visitor);
  const payments = { ...shop.deps.payments!, expireCheckout: () => Promise.resolve() };
  await makeDue(visitor);
  // As if the checkout had been opened during the erasure.
  await shop.deps.db.purchase.deleteMany({ where: { sessionId } });
  expect(await eraseDueAccounts({ ...shop.deps, payments })).toBe(1);
  await shop.sandbox.actions.pay(sessionId);
  await deliverAll(sessionId);
  expect(await found()).toEqual([
    `${sessionId}: 899 cents that nobody here has paid are kept at the provider`,
  ]);
  await shop.sandbox.actions.refund(await shop.paymentOf(sessionId));
  expect(await found()).toEqual([]);
});
