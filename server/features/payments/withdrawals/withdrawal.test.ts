import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerFaults, readLedger } from '#tests/support/ledger.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import type { Visitor } from '#tests/support/visitor.ts';
import type { PurchaseEntry } from '#shared/schemas/purchases.ts';
import { createId } from '#server/platform/ids.ts';
import { refund, spend } from '#server/features/credits/ledger.ts';
import { listPurchases } from '../list.ts';
import { payBackWithdrawals } from './pay-back.ts';
import { differences } from '../reconciling/reconcile.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ jobs: true });
});
afterAll(() => shop.close());

async function buy(visitor: Visitor, promotionCode?: string): Promise<string> {
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId, promotionCode === undefined ? {} : { promotionCode });
  await shop.confirm(visitor, sessionId);
  return sessionId;
}

async function use({ userId }: Visitor, credits: number): Promise<string[]> {
  const tasks = Array.from({ length: credits }, createId);
  for (const reference of tasks)
    await spend(shop.deps.db, { userId, amount: 1, reason: 'generation', reference });
  return tasks;
}

async function withdraw(visitor: Visitor, id: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${shop.url}/api/trpc/purchases.withdraw`, {
    method: 'POST',
    headers: { cookie: visitor.cookie, 'content-type': 'application/json', 'accept-language': 'it' },
    body: JSON.stringify({ id }),
  });
  const answer = (await response.json()) as {
    result?: { data: unknown };
    error?: { data: { errorCode: string } };
  };
  return { status: response.status, body: answer.result?.data ?? answer.error?.data.errorCode };
}

/** Whether the receipt says that unused credits can still be paid back. */
async function receiptOffers(visitor: Visitor, id: string): Promise<boolean> {
  const page = await visitor.get(`/api/purchases/${id}/receipt?language=en`);
  return (await page.text()).includes('you can withdraw from the contract');
}

async function entryOf(visitor: Visitor, id: string): Promise<PurchaseEntry | undefined> {
  const response = await visitor.get('/api/trpc/purchases.list');
  const { result } = (await response.json()) as { result: { data: PurchaseEntry[] } };
  return result.data.find((entry) => entry.id === id);
}

/** The amount refunded for a purchase at the provider, in cents. */
async function refundsOf(sessionId: string): Promise<number> {
  const reversal = await shop.deps.payments?.readReversal(await shop.paymentOf(sessionId));
  return reversal ? reversal.amountOrdered - reversal.amountFailed : 0;
}

async function found(sessionId: string): Promise<string[]> {
  const all: string[] = [];
  for await (const difference of differences(shop.deps))
    if (difference.includes(sessionId)) all.push(difference);
  return all;
}

const refused = { status: 409, body: 'withdrawal_not_possible' };

test('takes the unused credits, refunds their price once and confirms by mail', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await buy(visitor);
  await use(visitor, 3);
  const offered = await entryOf(visitor, sessionId);
  expect(offered?.withdrawal).toMatchObject({ credits: 3, amount: 540 });
  expect(await receiptOffers(visitor, sessionId)).toBe(true);
  const until =
    new Date(offered?.withdrawal?.until ?? '').getTime() - new Date(offered?.paidAt ?? '').getTime();
  expect(until).toBe(14 * 86_400_000);

  const answers = await Promise.all([withdraw(visitor, sessionId), withdraw(visitor, sessionId)]);
  const done = answers.filter(({ status }) => status === 200);
  expect(done).toMatchObject([{ body: { credits: 3, amount: 540 } }]);
  expect(answers).toContainEqual(refused);
  await shop.sandbox.settled();
  await payBackWithdrawals(shop.deps);
  for (const event of shop.eventsOf(await shop.paymentOf(sessionId))) await shop.deliver(event);
  expect(await visitor.credits()).toBe(0);
  expect(await refundsOf(sessionId)).toBe(540);
  const lines = await readLedger(shop.deps.pool, visitor.userId);
  expect(lines.filter(({ reason }) => reason === 'clawback').map(({ delta }) => delta)).toEqual([-3]);
  expect(await ledgerFaults(shop.deps.pool, visitor.userId)).toEqual([]);
  expect(await found(sessionId)).toEqual([]);
  expect(await entryOf(visitor, sessionId)).toMatchObject({
    state: 'withdrawn',
    amountReturned: 540,
    withdrawal: null,
  });
  expect(await receiptOffers(visitor, sessionId)).toBe(false);

  const { number } = (await entryOf(visitor, sessionId))!;
  const mail = await mailTo(
    shop.dataDir,
    visitor.email,
    `Hai esercitato il recesso per l’acquisto ${number}`,
  );
  expect(mail.text).toContain(
    `Dichiarazione: Recedo dal contratto dell’acquisto ${number}, per tutti i crediti`,
  );
  expect(mail.text).toMatch(/Dichiarato il: \d+ \w+ \d{4} alle ore \d\d:\d\d UTC/);
  expect(mail.text).toContain('Rimborso: 5,40\u00a0€');
  const subjects = (await mailsTo(shop.dataDir, visitor.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === mail.subject)).toHaveLength(1);
});

test('listing purchases reads the ledger once, however many there are', async () => {
  const visitor = await shop.newVisitor();
  for (let count = 0; count < 3; count += 1) await buy(visitor);
  let reads = 0;
  const counting = shop.deps.db.$extends({
    query: {
      creditEntry: {
        findMany({ args, query }) {
          reads += 1;
          return query(args);
        },
      },
    },
  });
  const db = counting as unknown as typeof shop.deps.db;
  const listed = await listPurchases({ db, env: shop.deps.env }, visitor.userId, 'en');
  expect(listed.map(({ withdrawal }) => withdrawal?.credits)).toEqual([5, 5, 5]);
  expect(reads).toBe(1);
});

test('refunds an unused purchase to the cent, also with a coupon', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await buy(visitor, 'MEMORI10');
  expect((await withdraw(visitor, sessionId)).body).toMatchObject({ credits: 5, amount: 809 });
  await shop.sandbox.settled();
  expect(await refundsOf(sessionId)).toBe(809);
  expect(await visitor.credits()).toBe(1);
});

test('a withdrawal stands while the provider is unavailable, and is refunded once later', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await buy(visitor);
  shop.sandbox.faults.failCalls(100);
  expect((await withdraw(visitor, sessionId)).status).toBe(200);
  expect(await visitor.credits()).toBe(1);
  expect(await entryOf(visitor, sessionId)).toMatchObject({ state: 'withdrawn', amountReturned: 899 });
  expect(await receiptOffers(visitor, sessionId)).toBe(false);
  expect(await withdraw(visitor, sessionId)).toEqual(refused);
  shop.sandbox.faults.clear();
  expect(await found(sessionId)).toEqual([`${sessionId}: 899 cents of a withdrawal are not paid back yet`]);
  // The provider refunds it, but its answer is lost.
  shop.sandbox.faults.loseAnswers(4);
  await payBackWithdrawals(shop.deps);
  shop.sandbox.faults.clear();
  await Promise.all([payBackWithdrawals(shop.deps), payBackWithdrawals(shop.deps)]);
  await shop.sandbox.settled();
  expect(await refundsOf(sessionId)).toBe(899);
  expect(await visitor.credits()).toBe(1);
  expect(await found(sessionId)).toEqual([]);
});

test('a withdrawal that can’t be refunded keeps no other waiting', async () => {
  const [first, second] = [await shop.newVisitor(), await shop.newVisitor()];
  const [broken, whole] = [await buy(first), await buy(second)];
  shop.sandbox.faults.failCalls(100);
  await withdraw(first, broken);
  await withdraw(second, whole);
  shop.sandbox.faults.clear();
  // Refunding fails for a reason that is not the provider's.
  const payment = await shop.paymentOf(broken);
  const withoutPayment = { where: { sessionId: broken }, data: { paymentIntentId: null } };
  await shop.deps.db.purchase.update(withoutPayment);
  await payBackWithdrawals(shop.deps);
  await shop.sandbox.settled();
  expect(await refundsOf(whole)).toBe(899);
  await shop.deps.db.purchase.update({ where: { sessionId: broken }, data: { paymentIntentId: payment } });
  await payBackWithdrawals(shop.deps);
  await shop.sandbox.settled();
  expect(await refundsOf(broken)).toBe(899);
});

test('a credit returned after a withdrawal belongs to the user, and can be withdrawn as well', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await buy(visitor);
  const [, task = ''] = await use(visitor, 2);
  expect((await withdraw(visitor, sessionId)).body).toMatchObject({ credits: 4, amount: 720 });
  const { db } = shop.deps;
  await db.$transaction((tx) => refund(tx, { userId: visitor.userId, amount: 1, reference: task }));
  await shop.sandbox.settled();
  expect(await visitor.credits()).toBe(1);
  expect(await receiptOffers(visitor, sessionId)).toBe(true);
  expect((await withdraw(visitor, sessionId)).body).toMatchObject({ credits: 1, amount: 179 });
  await shop.sandbox.settled();
  expect(await refundsOf(sessionId)).toBe(899);
  expect(await visitor.credits()).toBe(0);
  expect(await found(sessionId)).toEqual([]);
});

test('refuses to withdraw what is spent, withdrawn, free, too old or another user’s', async () => {
  const visitor = await shop.newVisitor();
  const [first, second, free] = [await buy(visitor), await buy(visitor), await buy(visitor, 'FREE100')];
  await use(visitor, 6);
  expect(await withdraw(visitor, first)).toEqual(refused);
  expect(await withdraw(visitor, free)).toEqual(refused);
  expect(await withdraw(await shop.newVisitor(), second)).toEqual(refused);
  expect(await withdraw(visitor, 'cs_test_unknown')).toEqual(refused);
  const paidAt = (days: number) =>
    shop.deps.db.purchase.update({
      where: { sessionId: second },
      data: { paidAt: new Date(Date.now() - days * 86_400_000) },
    });
  await paidAt(15.01);
  expect(await withdraw(visitor, second)).toEqual(refused);
  expect(await entryOf(visitor, second)).toMatchObject({ state: 'paid', withdrawal: null });
  await paidAt(14.9);
  expect((await withdraw(visitor, second)).status).toBe(200);
  await shop.sandbox.settled();
  const anonymous = await withdraw({ ...visitor, cookie: '' }, second);
  expect(anonymous).toEqual({ status: 401, body: 'not_signed_in' });
});

test('concurrent spends and withdrawals use each credit once', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await buy(visitor);
  const [{ body }, ...spends] = await Promise.all([
    withdraw(visitor, sessionId),
    ...Array.from({ length: 6 }, () =>
      use(visitor, 1).then(
        () => 1,
        () => 0,
      ),
    ),
  ]);
  await shop.sandbox.settled();
  const spent = spends.reduce((sum, each) => sum + each, 0);
  const withdrawn = (body as { credits?: number }).credits ?? 0;
  expect(spent + withdrawn + (await visitor.credits())).toBe(6);
  expect(await ledgerFaults(shop.deps.pool, visitor.userId)).toEqual([]);
  expect(await found(sessionId)).toEqual([]);
});
