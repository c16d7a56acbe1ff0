import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerFaults, readLedger } from '#tests/support/ledger.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import type { Visitor } from '#tests/support/visitor.ts';
import { createId } from '#server/platform/ids.ts';
import { refund, spend } from '../credits/ledger.ts';
import { lockTimeouts } from './deps.ts';
import { isPayingUser } from './paying.ts';
import { reversedCredits, settleReversal } from './reversal.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const paying = ({ userId }: Visitor) => isPayingUser(shop.deps.db, userId);

async function buy(visitor: Visitor, packageType: 'heritage' | 'legacy' = 'heritage'): Promise<string> {
  const sessionId = await shop.checkout(visitor, packageType);
  await shop.sandbox.actions.pay(sessionId);
  await shop.sandbox.settled();
  return sessionId;
}

async function use({ userId }: Visitor, times: number): Promise<string[]> {
  const tasks = Array.from({ length: times }, createId);
  for (const reference of tasks)
    await spend(shop.deps.db, { userId, amount: 1, reason: 'generation', reference });
  return tasks;
}

async function refundOf(sessionId: string, amount?: number): Promise<void> {
  await shop.sandbox.actions.refund(await shop.paymentOf(sessionId), amount);
  await shop.sandbox.settled();
}

async function clawedBack({ userId }: Visitor): Promise<number[]> {
  expect(await ledgerFaults(shop.deps.pool, userId)).toEqual([]);
  const lines = await readLedger(shop.deps.pool, userId);
  return lines.filter(({ reason }) => reason === 'clawback').map(({ delta }) => delta);
}

test('a full refund takes back the unspent credits once, and the user no longer counts as paying', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await buy(visitor);
  await use(visitor, 3);
  await refundOf(sessionId);
  expect(await clawedBack(visitor)).toEqual([-3]);
  expect(await visitor.credits()).toBe(0);
  expect(await paying(visitor)).toBe(false);
  for (const event of shop.eventsOf(await shop.paymentOf(sessionId))) await shop.deliver(event);
  for (const event of shop.eventsOf(sessionId)) await shop.deliver(event);
  expect(await clawedBack(visitor)).toEqual([-3]);
  expect(await shop.answer(visitor, sessionId)).toMatchObject({ success: true, credits: 0 });
});

test('a full refund of a spent purchase takes nothing, and leaves other purchases alone', async () => {
  const visitor = await shop.newVisitor();
  const first = await buy(visitor);
  await use(visitor, 6);
  await buy(visitor);
  await refundOf(first);
  expect(await clawedBack(visitor)).toEqual([]);
  expect(await visitor.credits()).toBe(5);
  expect(await paying(visitor)).toBe(true);
});

test('partial refunds take their share of the credits, rounded down, and all of them in the end', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await buy(visitor);
  await refundOf(sessionId, 100);
  expect(await clawedBack(visitor)).toEqual([]);
  await refundOf(sessionId, 400);
  expect(await clawedBack(visitor)).toEqual([-2]);
  expect(await paying(visitor)).toBe(true);
  await refundOf(sessionId, 399);
  expect(await clawedBack(visitor)).toEqual([-2, -3]);
  expect(await visitor.credits()).toBe(1);
  expect(await paying(visitor)).toBe(false);
});

test('a credit returned to an already refunded purchase is taken back at once', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await buy(visitor);
  const [, task = ''] = await use(visitor, 2);
  await refundOf(sessionId);
  const { db } = shop.deps;
  await db.$transaction((tx) => refund(tx, { userId: visitor.userId, amount: 1, reference: task }));
  expect(await visitor.credits()).toBe(0);
  expect(await clawedBack(visitor)).toEqual([-4, -1]);
  for (const event of shop.eventsOf(await shop.paymentOf(sessionId))) await shop.deliver(event);
  expect(await clawedBack(visitor)).toEqual([-4, -1]);
  expect(await visitor.credits()).toBe(0);
});

test('a dispute takes nothing until it is lost', async () => {
  const visitor = await shop.newVisitor();
  const [won, lost] = [await buy(visitor), await buy(visitor)];
  for (const sessionId of [won, lost])
    await shop.sandbox.actions.openDispute(await shop.paymentOf(sessionId));
  await shop.sandbox.settled();
  expect(await visitor.credits()).toBe(11);
  await shop.sandbox.actions.closeDispute(await shop.paymentOf(won), 'won');
  await shop.sandbox.settled();
  expect(await visitor.credits()).toBe(11);
  await shop.sandbox.actions.closeDispute(await shop.paymentOf(lost), 'lost');
  await shop.sandbox.settled();
  expect(await visitor.credits()).toBe(6);
  expect(await paying(visitor)).toBe(true);
  await refundOf(won);
  expect(await visitor.credits()).toBe(1);
  expect(await paying(visitor)).toBe(false);
});

test('the message about a refund may arrive before that about the payment', async () => {
  const visitor = await shop.newVisitor();
  shop.sandbox.faults.hold();
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId);
  await shop.sandbox.actions.refund(await shop.paymentOf(sessionId), 500);
  await shop.sandbox.actions.refund(await shop.paymentOf(sessionId), 399);
  const inReverse = [...shop.eventsOf(await shop.paymentOf(sessionId))].reverse();
  for (const event of inReverse) expect((await shop.deliver(event)).status).toBe(200);
  expect(await visitor.credits()).toBe(1);
  shop.sandbox.faults.release();
  await shop.sandbox.settled();
  expect(await visitor.credits()).toBe(1);
  expect((await clawedBack(visitor)).reduce((sum, delta) => sum + delta, 0)).toBe(-5);
  expect(await paying(visitor)).toBe(false);
});

test('a payment credited late takes earlier refunds into account', async () => {
  const visitor = await shop.newVisitor();
  shop.sandbox.faults.drop(1000);
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId);
  await shop.sandbox.actions.refund(await shop.paymentOf(sessionId));
  shop.sandbox.faults.clear();
  expect(await shop.answer(visitor, sessionId)).toMatchObject({ success: true, credits: 1 });
  expect(await clawedBack(visitor)).toEqual([-5]);
  expect(await paying(visitor)).toBe(false);
});

test('refunds reported twenty times concurrently are entered once', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await buy(visitor, 'legacy');
  await refundOf(sessionId, 1000);
  await refundOf(sessionId, 500);
  const events = shop
    .eventsOf(await shop.paymentOf(sessionId))
    .filter(({ type }) => type === 'charge.refunded');
  await Promise.all(Array.from({ length: 10 }, () => events.map((event) => shop.deliver(event))).flat());
  expect(await visitor.credits()).toBe(16 - Math.floor((15 * 1500) / 2499));
  await clawedBack(visitor);
});

test('an outdated answer of the provider changes nothing, however late it is entered', async () => {
  const visitor = await shop.newVisitor();
  const { db } = shop.deps;
  for (let round = 0; round < 10; round += 1) {
    const sessionId = await buy(visitor);
    const answers = [100, 899, 300, 500].map((amountRefunded) => ({
      amountOrdered: amountRefunded,
      amountFailed: 0,
      amountLost: 0,
      disputed: false,
      orders: new Map(),
    }));
    await Promise.all(
      answers.map((answer) => db.$transaction((tx) => settleReversal(tx, sessionId, answer), lockTimeouts)),
    );
    const { amountRefunded } = await db.purchase.findUniqueOrThrow({ where: { sessionId } });
    expect(amountRefunded).toBe(899);
    expect(await visitor.credits()).toBe(1);
  }
  await clawedBack(visitor);
});

test.each([
  [{ amountRefunded: 0 }, 0],
  [{ amountRefunded: 179 }, 0],
  [{ amountRefunded: 180 }, 1],
  [{ amountRefunded: 898 }, 4],
  [{ amountRefunded: 899 }, 5],
  [{ amountRefunded: 2000 }, 5],
  [{ amountRefunded: 0, disputeLost: true }, 5],
  [{ amountRefunded: 0, amountPaid: 0 }, 0],
  [{ amountRefunded: 0, amountPaid: null }, 0],
])('%j of 5 credits for 899 cents reverses %d credits', (change, credits) => {
  const purchase = { credits: 5, amountPaid: 899, amountRefunded: 0, disputeLost: false };
  expect(reversedCredits({ ...purchase, ...change })).toBe(credits);
});
