import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerFaults } from '#tests/support/ledger.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import { listPurchases } from './list.ts';
import { isPayingUser } from './paying.ts';
import { differences } from './reconciling/reconcile.ts';
import { stuckMoney } from './reconciling/stuck.ts';
import { settleReversal } from './reversal.ts';
import { payBackWithdrawals } from './withdrawals/pay-back.ts';
import { withdraw } from './withdrawals/withdrawal.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

type Actions = Shop['sandbox']['actions'];

/** Buys 5 credits for 899 cents. */
async function buy() {
  const visitor = await shop.newVisitor();
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId);
  await shop.sandbox.settled();
  return { visitor, sessionId, payment: await shop.paymentOf(sessionId) };
}

async function differencesOf(sessionId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const difference of differences(shop.deps))
    if (difference.includes(sessionId)) found.push(difference);
  return found;
}

/** Disputes of a payment, and what is left of its 5 credits beside the free one, whether it counts, and the cents returned. */
const table: [string, (actions: Actions, payment: string) => Promise<unknown>, [number, boolean, number]][] =
  [
    ['an inquiry', (a, p) => a.openDispute(p, { inquiry: true }), [6, true, 0]],
    [
      'an inquiry that has ended',
      async (a, p) => [await a.openDispute(p, { inquiry: true }), await a.closeDispute(p, 'lost')],
      [6, true, 0],
    ],
    ['an open dispute', (a, p) => a.openDispute(p), [6, true, 0]],
    [
      'a dispute that was won',
      async (a, p) => [await a.openDispute(p), await a.closeDispute(p, 'won')],
      [6, true, 0],
    ],
    [
      'one that was lost',
      async (a, p) => [await a.openDispute(p), await a.closeDispute(p, 'lost')],
      [1, false, 899],
    ],
    [
      'one that was lost for 400 cents',
      async (a, p) => [await a.openDispute(p, { amount: 400 }), await a.closeDispute(p, 'lost')],
      [4, true, 400],
    ],
    [
      'two that were lost for 300 cents each',
      async (a, p) => {
        for (let round = 0; round < 2; round += 1) {
          await a.openDispute(p, { amount: 300 });
          await a.closeDispute(p, 'lost');
        }
      },
      [3, true, 600],
    ],
    [
      'one of two that was lost for 300 cents',
      async (a, p) => {
        for (const outcome of ['won', 'lost'] as const) {
          await a.openDispute(p, { amount: 300 });
          await a.closeDispute(p, outcome);
        }
      },
      [5, true, 300],
    ],
    [
      'one that was lost for 300 cents after a refund of 300',
      async (a, p) => {
        await a.refund(p, 300);
        await a.openDispute(p, { amount: 300 });
        await a.closeDispute(p, 'lost');
      },
      [3, true, 600],
    ],
    [
      'one that was lost wholly after a refund of 300 cents',
      async (a, p) => [await a.refund(p, 300), await a.openDispute(p), await a.closeDispute(p, 'lost')],
      [1, false, 899],
    ],
    [
      'one that was lost for 400 cents, and the refund of the rest',
      async (a, p) => {
        await a.openDispute(p, { amount: 400 });
        await a.closeDispute(p, 'lost');
        await a.refund(p);
      },
      [1, false, 899],
    ],
    [
      'one that was lost for 400 cents, and a refund of the rest that failed',
      async (a, p) => {
        await a.openDispute(p, { amount: 400 });
        await a.closeDispute(p, 'lost');
        await a.refund(p);
        await a.failRefund(p);
      },
      [4, true, 400],
    ],
  ];

test.each(table)('%s', async (_what, act, [credits, pays, returned]) => {
  const { visitor, sessionId, payment } = await buy();
  await act(shop.sandbox.actions, payment);
  await shop.sandbox.settled();
  // In any order, and again.
  for (const event of [...shop.eventsOf(payment)].reverse()) await shop.deliver(event);
  const { db, pool } = shop.deps;
  const [listed] = await listPurchases(shop.deps, visitor.userId, 'en');
  expect([await visitor.credits(), await isPayingUser(db, visitor.userId), listed?.amountReturned]).toEqual([
    credits,
    pays,
    returned,
  ]);
  expect(await ledgerFaults(pool, visitor.userId)).toEqual([]);
  expect(await differencesOf(sessionId)).toEqual([]);
});

test('a loss that the former release recorded without its amount is corrected by the next check', async () => {
  const { visitor, sessionId, payment } = await buy();
  const { db } = shop.deps;
  await db.purchase.update({ where: { sessionId }, data: { disputeLost: true } });
  const unknown = { amountOrdered: 0, amountFailed: 0, amountLost: 0, disputed: false, orders: new Map() };
  await db.$transaction((tx) => settleReversal(tx, sessionId, unknown));
  expect([await visitor.credits(), await isPayingUser(db, visitor.userId)]).toEqual([1, false]);
  await shop.sandbox.actions.openDispute(payment, { amount: 400 });
  await shop.sandbox.actions.closeDispute(payment, 'lost');
  await shop.sandbox.settled();
  expect([await visitor.credits(), await isPayingUser(db, visitor.userId)]).toEqual([4, true]);
  expect(await ledgerFaults(shop.deps.pool, visitor.userId)).toEqual([]);
});

test.each([
  ['won', 899, 899],
  ['lost', 400, 499],
  ['lost', 899, 0],
] as const)(
  'a withdrawal waits for a dispute: %s for %d cents, it is paid back %d',
  async (outcome, amount, paidBack) => {
    const { visitor, sessionId, payment } = await buy();
    await shop.sandbox.actions.openDispute(payment, { amount });
    await shop.sandbox.settled();
    const lines: string[] = [];
    const note = (_about: object, text: string) => void lines.push(text);
    const logger = Object.assign(Object.create(shop.deps.logger), { warn: note, error: note });
    const deps = { ...shop.deps, logger };
    const { id } = await withdraw(deps, { userId: visitor.userId, sessionId, language: 'en' });
    for (let sweep = 0; sweep < 3; sweep += 1) await payBackWithdrawals(deps);
    expect(lines).toEqual([]);
    const stuck = await stuckMoney(deps, Date.now() + 1);
    expect(stuck.find((each) => each.id === id)?.why).toContain('the payment is disputed');

    await shop.sandbox.actions.closeDispute(payment, outcome);
    await shop.sandbox.settled();
    await payBackWithdrawals(deps);
    const row = await deps.db.withdrawal.findUniqueOrThrow({ where: { id } });
    expect(row.refundedAt).not.toBeNull();
    const refunds = shop.eventsOf(payment).filter(({ type }) => type === 'refund.created');
    expect(refunds.map(({ data }) => (data.object as { amount?: number }).amount)).toEqual(
      paidBack === 0 ? [] : [paidBack],
    );
    expect(await stuckMoney(deps, Date.now() + 1)).toEqual([]);
    expect(await differencesOf(sessionId)).toEqual([]);
  },
);

test('a dispute is logged once, whoever hears of it', async () => {
  const { sessionId, payment } = await buy();
  const lines: string[] = [];
  const log = shop.deps.logger.warn.bind(shop.deps.logger);
  shop.deps.logger.warn = ((about: { sessionId?: string }, text: string) => {
    if (about.sessionId === sessionId) lines.push(text);
    else log(about, text);
  }) as typeof log;
  await shop.sandbox.actions.openDispute(payment);
  await shop.sandbox.settled();
  for (const event of shop.eventsOf(payment)) await shop.deliver(event);
  shop.deps.logger.warn = log;
  expect(lines).toEqual(['a payment is disputed: its refunds wait until that is decided']);
});
