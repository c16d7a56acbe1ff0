import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMetrics } from '#tests/support/exposition.ts';
import { ledgerFaults, readLedger } from '#tests/support/ledger.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import type { Visitor } from '#tests/support/visitor.ts';
import { createId } from '#server/platform/ids.ts';
import { refund, spend } from '../credits/ledger.ts';
import { recordPaidByHand } from './paid-by-hand.ts';
import { payBackWithdrawals } from './withdrawals/pay-back.ts';
import { isPayingUser } from './paying.ts';
import { differences } from './reconciling/reconcile.ts';
import { stuckMoney } from './reconciling/stuck.ts';
import { sweepPayments } from './reconciling/sweep-payments.ts';
import { withdraw } from './withdrawals/withdrawal.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function buy(visitor: Visitor): Promise<{ sessionId: string; payment: string }> {
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId);
  await shop.sandbox.settled();
  return { sessionId, payment: await shop.paymentOf(sessionId) };
}

async function use({ userId }: Visitor, times: number): Promise<void> {
  for (const reference of Array.from({ length: times }, createId))
    await spend(shop.deps.db, { userId, amount: 1, reason: 'generation', reference });
}

async function clawbacks({ userId }: Visitor): Promise<number[]> {
  expect(await ledgerFaults(shop.deps.pool, userId)).toEqual([]);
  const lines = await readLedger(shop.deps.pool, userId);
  return lines.filter(({ reason }) => reason === 'clawback').map(({ delta }) => delta);
}

async function found(sessionId: string): Promise<string[]> {
  const all: string[] = [];
  for await (const difference of differences(shop.deps))
    if (difference.includes(sessionId)) all.push(difference);
  return all;
}

const paying = ({ userId }: Visitor) => isPayingUser(shop.deps.db, userId);
const failRefund = async (payment: string) => {
  const refund = await shop.sandbox.actions.failRefund(payment);
  await shop.sandbox.settled();
  return refund;
};
const withdrawalOf = (sessionId: string) =>
  shop.deps.db.withdrawal.findFirstOrThrow({ where: { sessionId } });

test('the credits of a refund that fails later come back once, and so does the entitlement', async () => {
  const visitor = await shop.newVisitor();
  const { sessionId, payment } = await buy(visitor);
  await use(visitor, 3);
  await shop.sandbox.actions.refund(payment);
  await shop.sandbox.settled();
  expect([await visitor.credits(), await paying(visitor)]).toEqual([0, false]);
  await failRefund(payment);
  expect([await visitor.credits(), await paying(visitor)]).toEqual([3, true]);
  await Promise.all(
    [...shop.eventsOf(payment), ...shop.eventsOf(payment)].map((event) => shop.deliver(event)),
  );
  expect(await clawbacks(visitor)).toEqual([-3, 3]);
  expect(await found(sessionId)).toEqual([]);

  // Another refund, which stands, takes the same credits again.
  await shop.sandbox.actions.refund(payment);
  await shop.sandbox.settled();
  expect([await visitor.credits(), await paying(visitor)]).toEqual([0, false]);
  expect(await clawbacks(visitor)).toEqual([-3, 3, -3]);
  expect(await found(sessionId)).toEqual([]);
});

test('only the part that failed comes back', async () => {
  const visitor = await shop.newVisitor();
  const { sessionId, payment } = await buy(visitor);
  await shop.sandbox.actions.refund(payment, 360);
  await shop.sandbox.actions.refund(payment, 539);
  await shop.sandbox.settled();
  expect(await visitor.credits()).toBe(1);
  await failRefund(payment);
  expect(await visitor.credits()).toBe(4);
  expect(await paying(visitor)).toBe(true);
  expect(await found(sessionId)).toEqual([]);
});

test.each(['refund.failed', 'refund.updated', 'charge.refund.updated'])(
  '%s alone is enough',
  async (type) => {
    const visitor = await shop.newVisitor();
    const { payment } = await buy(visitor);
    await shop.sandbox.actions.refund(payment);
    await shop.sandbox.settled();
    shop.sandbox.faults.drop(3);
    const { id } = await failRefund(payment);
    expect(await visitor.credits()).toBe(1);
    const event = shop.eventsOf(id).find((each) => each.type === type);
    expect((await shop.deliver(event!)).status).toBe(200);
    expect(await visitor.credits()).toBe(6);
  },
);

test('the sweep finds a refund that failed without a message', async () => {
  const visitor = await shop.newVisitor();
  const { payment } = await buy(visitor);
  await shop.sandbox.actions.refund(payment);
  await shop.sandbox.settled();
  shop.sandbox.faults.drop(3);
  await failRefund(payment);
  expect(await visitor.credits()).toBe(1);
  await sweepPayments(shop.deps, Date.now() + 25 * 3_600_000);
  expect(await visitor.credits()).toBe(6);
});

test('a refund takes its own credits beside those of a withdrawal whose money is still to follow', async () => {
  const visitor = await shop.newVisitor();
  const { userId } = visitor;
  const { sessionId, payment } = await buy(visitor);
  await use(visitor, 1);
  const videos = Array.from({ length: 4 }, createId);
  for (const reference of videos)
    await spend(shop.deps.db, { userId, amount: 1, reason: 'generation', reference });
  // The fifth of its credits, for 180 cents.
  await withdraw(shop.deps, { userId, sessionId, language: 'en' });
  await shop.sandbox.settled();
  await failRefund(payment);
  await shop.sandbox.actions.refund(payment, 720);
  await shop.sandbox.settled();
  // Four credits of refunded money and one of the withdrawal: none is left.
  for (const reference of videos) await refund(shop.deps.db, { userId, amount: 1, reference });
  expect(await visitor.credits()).toBe(0);
  expect(await clawbacks(visitor)).toEqual([-1, -1, -1, -1, -1]);
});

test('a withdrawal whose refund fails is refunded once more', async () => {
  const visitor = await shop.newVisitor();
  const { sessionId, payment } = await buy(visitor);
  await withdraw(shop.deps, { userId: visitor.userId, sessionId, language: 'en' });
  await shop.sandbox.settled();
  const first = await withdrawalOf(sessionId);
  await failRefund(payment);
  expect(await withdrawalOf(sessionId)).toMatchObject({
    refundedAt: null,
    refundId: null,
    refundFailures: 1,
  });
  // The declaration stands: only its money is still to follow.
  expect(await visitor.credits()).toBe(1);
  expect(await found(sessionId)).toEqual([`${sessionId}: 899 cents of a withdrawal are not paid back yet`]);

  await Promise.all([payBackWithdrawals(shop.deps), payBackWithdrawals(shop.deps)]);
  await shop.sandbox.settled();
  const second = await withdrawalOf(sessionId);
  expect(second).toMatchObject({ refundFailures: 1, refundId: expect.stringMatching(/^re_/) });
  expect(second.refundId).not.toBe(first.refundId);
  for (const event of shop.eventsOf(payment)) await shop.deliver(event);
  expect(await withdrawalOf(sessionId)).toEqual(second);
  expect(await clawbacks(visitor)).toEqual([-5]);
  expect(await found(sessionId)).toEqual([]);
});

test('a withdrawal whose refund fails twice is left to the operator', async () => {
  const visitor = await shop.newVisitor();
  const { sessionId, payment } = await buy(visitor);
  await withdraw(shop.deps, { userId: visitor.userId, sessionId, language: 'en' });
  await failRefund(payment);
  await payBackWithdrawals(shop.deps);
  await failRefund(payment);
  await payBackWithdrawals(shop.deps);
  await shop.sandbox.settled();
  expect(await withdrawalOf(sessionId)).toMatchObject({ refundedAt: null, refundFailures: 2 });
  const refunds = shop.eventsOf(payment).filter(({ type }) => type === 'refund.created');
  expect(refunds).toHaveLength(2);
  expect(await visitor.credits()).toBe(1);

  const { id, userId, createdAt } = await withdrawalOf(sessionId);
  const stuck = await stuckMoney(shop.deps, Date.now() - 900_000);
  expect(stuck.filter((each) => each.id === id)).toEqual([
    {
      kind: 'withdrawal',
      id,
      userId,
      status: 'open',
      since: createdAt,
      why: 'its refunds of 899 cents failed 2 times: return the money in another way',
    },
  ]);
  expect((await readMetrics(shop.url)).valueOf('memori_refunds_given_up')).toBe(1);
  const paid = () => shop.deps.db.$transaction((tx) => recordPaidByHand(tx, { id, sessionId, amount: 899 }));
  expect([await paid(), await paid()]).toEqual([true, false]);
  for (const event of shop.eventsOf(payment)) await shop.deliver(event);
  expect(await paying(visitor)).toBe(false);
  expect(await clawbacks(visitor)).toEqual([-5]);
  expect(await found(sessionId)).toEqual([]);
});

test('a withdrawal that was left without money by a refund that then fails is refunded after all', async () => {
  const visitor = await shop.newVisitor();
  const { sessionId, payment } = await buy(visitor);
  shop.sandbox.faults.failCalls(100);
  await withdraw(shop.deps, { userId: visitor.userId, sessionId, language: 'en' });
  shop.sandbox.faults.clear();
  await shop.sandbox.actions.refund(payment);
  await payBackWithdrawals(shop.deps);
  await shop.sandbox.settled();
  expect((await withdrawalOf(sessionId)).refundedAt).not.toBeNull();
  await failRefund(payment);
  expect(await withdrawalOf(sessionId)).toMatchObject({ refundedAt: null, refundFailures: 0 });
  await payBackWithdrawals(shop.deps);
  await shop.sandbox.settled();
  expect((await withdrawalOf(sessionId)).refundId).toMatch(/^re_/);
  expect(await visitor.credits()).toBe(1);
  expect(await found(sessionId)).toEqual([]);
});
