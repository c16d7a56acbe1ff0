import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '#tests/support/shop.ts';
import { refund, spend } from '#server/features/credits/ledger.ts';
import { differences } from './reconcile.ts';
import { sweepPayments } from './sweep-payments.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ webhooks: false });
});
afterAll(() => shop.close());

async function found(): Promise<string[]> {
  const all: string[] = [];
  for await (const difference of differences(shop.deps)) all.push(difference);
  return all;
}

const later = () => Date.now() + 120_000;

test('finds no differences when everything agrees', async () => {
  const visitor = await shop.newVisitor();
  const sessions = [await shop.checkout(visitor), await shop.checkout(visitor), await shop.checkout(visitor)];
  const [paid = '', free = ''] = sessions;
  await shop.sandbox.actions.pay(paid);
  await shop.sandbox.actions.pay(free, { promotionCode: 'FREE100' });
  for (const sessionId of sessions) await shop.confirm(visitor, sessionId);
  expect(await found()).toEqual([]);
});

test('finds payments and refunds that were not entered, until the sweep enters them', async () => {
  const visitor = await shop.newVisitor();
  const [known, unknown] = [await shop.checkout(visitor), await shop.checkout(visitor)];
  await shop.deps.db.purchase.delete({ where: { sessionId: unknown } });
  for (const sessionId of [known, unknown]) await shop.sandbox.actions.pay(sessionId);
  expect((await found()).toSorted()).toEqual(
    [
      `${known}: paid at the provider, open here`,
      `${unknown}: paid by user ${visitor.userId} at the provider, unknown here`,
    ].toSorted(),
  );
  await sweepPayments(shop.deps, later());
  await shop.confirm(visitor, unknown);
  expect(await found()).toEqual([]);
  await shop.sandbox.actions.refund(await shop.paymentOf(known), 400);
  expect(await found()).toEqual([`${known}: 0 cents refunded here, 400 at the provider`]);
  await sweepPayments(shop.deps, later() + 24 * 3_600_000);
  expect(await found()).toEqual([]);
});

test('finds a credit that was returned to a refunded purchase', async () => {
  const visitor = await shop.newVisitor();
  const { userId } = visitor;
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId);
  await shop.confirm(visitor, sessionId);
  for (const reference of [`${userId} 1`, `${userId} 2`])
    await spend(shop.deps.db, { userId, amount: 1, reason: 'generation', reference });
  await shop.sandbox.actions.refund(await shop.paymentOf(sessionId));
  await sweepPayments(shop.deps, later() + 24 * 3_600_000);
  expect(await found()).toEqual([]);
  const { db } = shop.deps;
  // While the claim exists, the ledger takes such a credit back automatically.
  await db.creditClaim.delete({ where: { reference: sessionId } });
  await db.$transaction((tx) => refund(tx, { userId, amount: 1, reference: `${userId} 2` }));
  expect(await found()).toEqual([`${sessionId}: 1 of its credits still to be taken back`]);
  await sweepPayments(shop.deps, later() + 72 * 3_600_000);
  expect(await found()).toEqual([]);
});

test('the command prints the differences and reports them by its exit status', async () => {
  const { DATABASE_URL = '', DATA_DIR } = shop.deps.env;
  const run = async () => {
    const script = path.resolve(import.meta.dirname, '../../../../scripts/reconcile.ts');
    const env = { PATH: process.env['PATH'], DATABASE_URL, DATA_DIR };
    // Asynchronously: the server in this process would lose its connections if it were blocked for long.
    const child = spawn(process.execPath, [script], { env });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    return { status, stdout, stderr };
  };
  expect(await run()).toEqual({ status: 0, stdout: 'Everything matches.\n', stderr: '' });
  const visitor = await shop.newVisitor();
  const paid = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(paid);
  await shop.deps.pool.query('UPDATE credit_account SET balance = 7 WHERE user_id = $1', [visitor.userId]);
  expect(await run()).toEqual({
    status: 1,
    stdout: `user ${visitor.userId}: the cached balance is 7, the entries add up to 1
${paid}: paid at the provider, open here
2 differences.
`,
    stderr: '',
  });
});
