import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '#tests/support/shop.ts';
import { requestGeneration } from '../generation/requests/request-generation.ts';
import { failTask } from '../generation/running/video-job.ts';
import { publish } from '#server/platform/database/events.ts';
import { watchBalance } from './watch-balance.ts';
import { portrait } from '#tests/support/photos.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ settings: { PIXEL_ID: '123456789012345' } });
});
afterAll(() => shop.close());

test('the balance is pushed at each change: generation, failure, purchase, refund', async () => {
  const visitor = await shop.newVisitor();
  const { userId } = visitor;
  const stop = new AbortController();
  const balances = watchBalance(shop.deps, userId, stop.signal);
  const next = async () => (await balances.next()).value?.credits;
  /** Some events may repeat the previous balance. */
  const until = async (credits: number) => {
    while ((await next()) !== credits);
    return credits;
  };
  expect(await next()).toBe(1);
  const request = {
    userId,
    photo: new Blob([Uint8Array.from(await portrait())]),
    originalFilename: 'a',
    prompt: '',
    ...defaultAnimationOptions,
    language: 'en' as const,
  };
  const { taskId } = await requestGeneration(shop.deps, request);
  expect(await until(0)).toBe(0);
  await failTask(shop.deps, taskId, 'generation_failed');
  expect(await until(1)).toBe(1);
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId);
  expect(await until(6)).toBe(6);
  await shop.sandbox.actions.refund(await shop.paymentOf(sessionId));
  expect(await until(1)).toBe(1);
  stop.abort();
  expect(await balances.next()).toMatchObject({ done: true });
});

test('a purchase is pushed once, and can be marked as counted', async () => {
  const visitor = await shop.newVisitor();
  const count = async () =>
    ((await (await visitor.get('/api/trpc/credits.purchases')).json()) as { result: { data: number } }).result
      .data;
  const stop = new AbortController();
  const events: string[] = [];
  const listening = (async () => {
    for await (const event of shop.deps.events.subscribe(visitor.userId, stop.signal)) {
      events.push(event?.topic ?? 'lost');
    }
  })();
  expect(await count()).toBe(0);
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId);
  await shop.sandbox.settled();
  expect(await shop.answer(visitor, sessionId)).toMatchObject({ success: true });
  expect(await count()).toBe(1);
  await shop.sandbox.actions.refund(await shop.paymentOf(sessionId));
  await shop.sandbox.settled();
  expect(await count()).toBe(1);
  // Notifications arrive in commit order: after this one, all expected ones have arrived.
  await publish(shop.deps.db, { userId: visitor.userId, topic: 'task', id: 'last' });
  await expect.poll(() => events).toContain('task');
  expect(events.filter((topic) => topic === 'purchase')).toHaveLength(1);
  stop.abort();
  await listening;
  expect((await fetch(`${shop.url}/api/trpc/credits.purchases`)).status).toBe(401);
});

test('the history lists what changed the balance, newest first', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId);
  await shop.sandbox.settled();
  await shop.sandbox.actions.refund(await shop.paymentOf(sessionId), 200);
  await shop.sandbox.settled();
  const ask = async (input = {}) => {
    const response = await visitor.get(
      `/api/trpc/credits.history?input=${encodeURIComponent(JSON.stringify(input))}`,
    );
    return ((await response.json()) as { result: { data: unknown[] } }).result.data;
  };
  expect(await ask()).toMatchObject([
    { reason: 'clawback', delta: -1, balanceAfter: 5 },
    { reason: 'purchase', delta: 5, balanceAfter: 6 },
    { reason: 'signup', delta: 1, balanceAfter: 1 },
  ]);
  expect(await ask({ limit: 1 })).toMatchObject([{ reason: 'clawback' }]);
  expect((await fetch(`${shop.url}/api/trpc/credits.history`)).status).toBe(401);
});

test('pages learn of the pixel and of purchases, and the CSP allows the pixel’s hosts', async () => {
  const config = await fetch(`${shop.url}/api/trpc/config.get`);
  expect(await config.json()).toMatchObject({
    result: { data: { purchasesAvailable: true, pixelId: '123456789012345' } },
  });
  const policy = config.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' https://connect.facebook.net;");
  expect(policy).toContain("img-src 'self' blob: data: https://www.facebook.com;");
  expect(policy).toContain("connect-src 'self' https://www.facebook.com;");
});

test('only the sandbox’s own pages can submit its forms', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await shop.checkout(visitor);
  const foreign = await fetch(`${shop.url}/sandbox/stripe/pay/${sessionId}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'action=pay',
  });
  expect(foreign.status).toBe(403);
  expect(await shop.answer(visitor, sessionId)).toMatchObject({ success: false });
});
