import express from 'express';
import { expect, test, vi } from 'vitest';
import { startTestServer } from '#tests/support/server.ts';
import { readMetrics } from '#tests/support/exposition.ts';
import { portrait } from '#tests/support/photos.ts';
import { newVisitor } from '#tests/support/visitor.ts';
import { listen } from '#server/emulators/lib/listen.ts';
import { failTask } from '#server/features/generation/running/video-job.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { AppError } from '#server/platform/errors.ts';
import { networkOf } from '#server/platform/network/network.ts';
import {
  createQueueMonitor,
  createWaitingRequests,
  isPaid,
  pressureOf,
  pressuresOf,
  refusedShare,
  shedLoad,
  trackWaiting,
} from './load-shedding.ts';
import { paidCalls } from '#server/transport/rest/operations.ts';

const aMinute = 60_000;

test('fewer than a hundred waiting requests exert no pressure, however long they wait', () => {
  expect(pressureOf(Array<number>(99).fill(0), 60_000)).toBe(0);
});

test('the pressure is how long a hundred requests have waited', () => {
  const begun = [...Array<number>(99).fill(0), 4_000, 5_000];
  expect(pressureOf(begun, 5_500)).toBe(1.5);
});

test('one network exerts no pressure on the others, however many of its requests wait; two do', () => {
  const crowd = (network: string) => Array.from({ length: 200 }, () => ({ time: 0, network }));
  const few = Array.from({ length: 20 }, () => ({ time: 1_000, network: 'c' }));
  const one = pressuresOf([...crowd('a'), ...few], 3_000);
  expect([one('a'), one('c'), one('d')]).toEqual([3, 0, 0]);
  const two = pressuresOf([...crowd('a'), ...crowd('b'), ...few], 3_000);
  expect([two('a'), two('b'), two('c'), two('d')]).toEqual([3, 3, 3, 3]);
});

test('a full accept queue counts from the moment it filled up, and starts over after a gap', () => {
  const waited = createQueueMonitor();
  expect([
    waited(99, 1_000),
    waited(100, 1_200),
    waited(500, 1_400),
    waited(100, 3_200),
    waited(99, 3_400),
    waited(300, 3_600),
    waited(300, 4_600),
  ]).toEqual([0, 0, 200, 2_000, 0, 0, 1_000]);
});

test.each([
  ['/api/stripe/webhook', true],
  ['/api/video/generate', true],
  ['/api/video/generate/batch', true],
  ['/api/trpc/video.generateBatch', true],
  ['/api/trpc/credits.balance,credits.checkout', true],
  ['/api/trpc/credits.balance', false],
  ['/api/trpc/video.generated', false],
  ['/api/credits/balance', false],
  ['/video.generate', false],
])('%s involves money or a credit: %s', (path, paid) => {
  expect(isPaid(path, new Set(['/api/stripe/webhook', ...paidCalls]))).toBe(paid);
});

test('the share that is refused grows with the pressure, and what is paid for is refused last', () => {
  const shares = (isPaid: boolean) =>
    [0, 1, 1.5, 2, 3, 4.5, 6, 20].map((pressure) => refusedShare(pressure, isPaid));
  expect(shares(false)).toEqual([0, 0, 0.5, 1, 1, 1, 1, 1]);
  expect(shares(true)).toEqual([0, 0, 0, 0, 0, 0.5, 1, 1]);
});

test('rejects new requests while too many are waiting, except health checks and payments', async () => {
  const release = Promise.withResolvers<void>();
  let hold: Promise<void> | undefined;
  const logged: string[] = [];
  const server = await startTestServer({
    jobs: false,
    log: (line) => logged.push(line),
    replace: ({ sessions }) => ({
      sessions: {
        ...sessions,
        // Held here, requests take no connection, for which they would wait no longer than five seconds.
        validate: (token) =>
          hold?.then(() => Promise.reject(new AppError('not_found'))) ?? sessions.validate(token),
      },
    }),
  });
  try {
    const before = await readMetrics(server.url);
    const visitor = await newVisitor(server.url);
    const ask = () => visitor.get('/api/credits/balance');
    hold = release.promise;
    // The clock stands still from now on: nobody waits for so long that payments are refused, too.
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const crowd = Array.from({ length: 150 }, ask);
    const waiting = trackWaiting();
    await expect.poll(() => waiting.arrivals.size).toBe(150);
    now += 2_500;
    await expect.poll(() => waiting.pressureOn(networkOf('127.0.0.1'))).toBeCloseTo(2.5);
    const refused = await Promise.all(Array.from({ length: 20 }, ask));
    for (const answer of refused) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({
        error: 'Memori is busy right now. Please try again in a moment.',
        code: 'service_unavailable',
      });
    }
    expect(logged.filter((line) => line.includes('overloaded'))).toHaveLength(1);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const news = await fetch(`${server.url}/api/stripe/webhook`, { method: 'POST', body: '{}' });
    expect(await news.json()).toMatchObject({ code: 'invalid_signature' });
    hold = undefined;
    release.resolve();
    // Those that were accepted before are answered.
    expect(new Set((await Promise.all(crowd)).map(({ status }) => status))).toEqual(new Set([404]));
    // Answered requests no longer count.
    await expect.poll(() => waiting.pressureOn(networkOf('127.0.0.1'))).toBe(0);
    expect((await ask()).status).toBe(200);
    const after = await readMetrics(server.url);
    expect(after.growthOf(before, 'memori_requests_shed_total{paid="false"}')).toBe(20);
    expect(after.growthOf(before, 'memori_requests_shed_total{paid="true"}')).toBe(0);
  } finally {
    release.resolve();
    vi.restoreAllMocks();
    await server.close();
  }
});

test('a crowd from one address is refused, and nobody else', async () => {
  const release = Promise.withResolvers<void>();
  const waiting = createWaitingRequests();
  const app = express();
  app.set('trust proxy', 1);
  app.use(shedLoad({ logger: createLogger('silent') }, new Set(), waiting));
  app.get('/slow', (_req, res) => void release.promise.then(() => res.end()));
  app.get('/quick', (_req, res) => void res.end());
  const server = await listen(app);
  try {
    const from = (address: string, at: string) =>
      fetch(server.url + at, { headers: { 'x-forwarded-for': address } });
    const slow = Array.from({ length: 120 }, () => from('192.0.2.1', '/slow'));
    await expect.poll(() => waiting.arrivals.size).toBe(120);
    waiting.sample(performance.now() + aMinute);
    // From now on, every further one is refused.
    const tries = Array.from({ length: 20 }, () => from('192.0.2.1', '/quick'));
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([503]));
    const others = Array.from({ length: 50 }, () => from('192.0.2.2', '/quick'));
    expect(new Set((await Promise.all(others)).map(({ status }) => status))).toEqual(new Set([200]));
    release.resolve();
    expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set([200]));
  } finally {
    await server.close();
  }
});

test('uploads and calls to other servers exert no pressure, however long they take', async () => {
  const release = Promise.withResolvers<void>();
  const waiting = createWaitingRequests();
  const app = express();
  app.use(shedLoad({ logger: createLogger('silent') }, new Set(), waiting));
  let arrived = 0;
  app.post('/slow', (_req, res) => {
    arrived += 1;
    void release.promise.then(() => res.end());
  });
  app.get('/quick', (_req, res) => void res.end());
  const server = await listen(app);
  try {
    const slow = Array.from({ length: 120 }, () => fetch(`${server.url}/slow`, { method: 'POST' }));
    await expect.poll(() => arrived).toBe(120);
    waiting.sample(performance.now() + aMinute);
    expect((await fetch(`${server.url}/quick`)).status).toBe(200);
    expect(waiting.pressureOn(networkOf('127.0.0.1'))).toBe(0);
    release.resolve();
    expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set([200]));
  } finally {
    await server.close();
  }
});

test('a hundred long-polling requests do not block anybody else', async () => {
  const server = await startTestServer({ jobs: false });
  try {
    const onlooker = await newVisitor(server.url);
    const asked: (() => Promise<Response>)[] = [];
    const tasks: string[] = [];
    while (tasks.length < 10) {
      const user = await newVisitor(server.url);
      const { taskId } = (await (await user.generate(await portrait())).json()) as { taskId: string };
      tasks.push(taskId);
      const status = () => user.get(`/api/video/status/${taskId}`, { prefer: 'wait=60' });
      asked.push(...Array.from({ length: 10 }, () => status));
    }
    const waiting = asked.map((ask) => ask());
    await expect.poll(() => server.deps.streams.count()).toBe(100);
    expect((await onlooker.get('/api/credits/balance')).status).toBe(200);
    // A minute later they would exceed the limit, if they counted.
    const tracked = trackWaiting();
    tracked.sample(performance.now() + aMinute);
    expect(tracked.pressureOn(networkOf('127.0.0.1'))).toBe(0);
    // One after the other, as a transaction may take five seconds and each has ten answers follow.
    for (const id of tasks) await failTask(server.deps, id, 'generation_failed');
    for (const answer of await Promise.all(waiting))
      expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'wait=60']);
  } finally {
    await server.close();
  }
});
