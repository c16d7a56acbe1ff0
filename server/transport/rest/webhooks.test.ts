import { createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CreatedWebhook, Delivery } from '#shared/schemas/webhooks.ts';
import { readMetrics } from '#tests/support/exposition.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { listen, type Listening } from '#server/emulators/lib/listen.ts';
import { failAlbum } from '#server/features/albums/album-job.ts';
import { grant } from '#server/features/credits/ledger.ts';
import { videoJob } from '#server/features/generation/running/video-job.ts';
import { enqueueWebhookEvent } from '#server/features/webhooks/enqueue-event.ts';
import { forgetOldDeliveries, sendDelivery } from '#server/features/webhooks/send.ts';
import { claim, succeed } from '#server/features/job-lifecycle/end-job.ts';
import { createId } from '#server/platform/ids.ts';
import { ProviderError, type VideoProvider } from '#server/providers/video/types.ts';

/** A provider that rejects every photo. */
const refusing: VideoProvider = {
  name: 'local',
  usualSeconds: { min: 1, max: 2 },
  keepsPhotos: true,
  atOnce: 4,
  isShared: false,
  animate: () => Promise.reject(new ProviderError('rejected-photo', 'no', { code: 'photo_unsuitable' })),
  isAvailable: async () => true,
  close: async () => {},
};

let server: TestServer;
let receiver: Listening;
let visitor: Visitor;
let received: { headers: Record<string, string>; body: string }[] = [];
/** The receiver's next answers; 200 after the last one. */
let statuses: number[] = [];

beforeAll(async () => {
  server = await startTestServer({ video: refusing, settings: { LIMIT_SIGNUP: '100/1h' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  [received, statuses] = [[], []];
  receiver = await listen((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const headers = req.headers as Record<string, string>;
      received.push({ headers, body: Buffer.concat(chunks).toString() });
      res.writeHead(statuses.shift() ?? 200, { location: '/elsewhere' }).end('thanks');
    });
  });
  visitor = await newVisitor(server.url);
});
afterEach(() => receiver.close());

async function subscribe(...events: string[]): Promise<CreatedWebhook> {
  const answer = await visitor.post('/api/webhooks', { url: `${receiver.url}/hook`, events });
  expect(answer.status).toBe(201);
  return (await answer.json()) as CreatedWebhook;
}

const arrived = (count: number) =>
  vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), 120_000);

const logOf = async ({ id }: CreatedWebhook) =>
  (await (await visitor.get(`/api/webhooks/${id}/deliveries`)).json()) as Delivery[];

const settled = (webhook: CreatedWebhook, state: Delivery['state']) =>
  vi.waitFor(async () => {
    const log = await logOf(webhook);
    expect(log[0]?.state).toBe(state);
    return log;
  }, 120_000);

/** Verifies a message independently, following only the specification. */
function verify(secret: string, { headers, body }: (typeof received)[number]): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  const age = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp']));
  return age < 300 && (headers['webhook-signature'] ?? '').split(' ').includes(expected);
}

/** A task in the state Processing. */
async function runningTask(): Promise<string> {
  const id = createId();
  const file = { originalFilename: 'a.jpg', photoKey: 'none' };
  await server.deps.db.videoTask.create({
    data: { id, userId: visitor.userId, provider: 'local', prompt: '', ...file },
  });
  const row = await server.deps.db.videoTask.findUniqueOrThrow({ where: { id } });
  expect(await claim(videoJob, server.deps.db, row)).toBe(true);
  return id;
}

const finish = (taskId: string) =>
  succeed(videoJob, server.deps, taskId, {
    width: 768,
    height: 960,
    provider: 'local',
    movement: null,
    stage: 'finalizing',
    providerStatus: null,
    renditionPrefix: `tasks/${taskId}/run`,
  });

test('a failed video is announced by a signed message, to subscribers only', async () => {
  const webhook = await subscribe('video.failed');
  expect(webhook).toMatchObject({
    url: `${receiver.url}/hook`,
    events: ['video.failed'],
    disabledAt: null,
    failingSince: null,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  });
  const accepted = await visitor.generate(await portrait());
  const { taskId } = (await accepted.json()) as { taskId: string };
  await arrived(1);
  const [message] = received;
  expect(JSON.parse(message?.body ?? '')).toEqual({
    type: 'video.failed',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      taskId,
      status: 'Fail',
      code: 'photo_unsuitable',
      error: 'The video service can’t work with this photo. Please try another one.',
    },
  });
  expect(message && verify(webhook.secret, message)).toBe(true);
  expect(message?.headers['content-type']).toBe('application/json');
  const [entry] = await settled(webhook, 'delivered');
  expect(entry).toMatchObject({
    id: message?.headers['webhook-id'],
    event: 'video.failed',
    payload: message?.body,
    attempts: 1,
    lastStatus: 200,
    lastError: null,
  });
  const listed = await visitor.get('/api/webhooks');
  expect(await listed.text()).not.toContain('whsec_');
});

test('events of videos, albums and credits carry the data that programs need', async () => {
  await subscribe('video.succeeded', 'album.failed', 'credits.low');
  const taskId = await runningTask();
  await finish(taskId);
  await arrived(1);
  const base = `${server.url}/api/public/video/${taskId}`;
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    type: 'video.succeeded',
    data: {
      taskId,
      status: 'Success',
      downloadUrl: `${base}?download=1`,
      thumbnailUrl: `${base}/poster.jpg`,
    },
  });

  await server.deps.db.album.create({
    data: { id: 'b'.repeat(32), userId: visitor.userId, name: 'Nonna' },
  });
  await failAlbum(server.deps, 'b'.repeat(32), 'album_video_gone');
  await arrived(2);
  expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({
    type: 'album.failed',
    data: { mergeId: 'b'.repeat(32), status: 'failed', code: 'album_video_gone' },
  });

  await grant(server.deps.db, { userId: visitor.userId, amount: 2, reference: visitor.userId });
  await visitor.generate(await portrait());
  await arrived(3);
  expect(JSON.parse(received[2]?.body ?? '')).toMatchObject({
    type: 'credits.low',
    data: { credits: 2, threshold: 3 },
  });
});

test('a rolled-back transaction announces nothing', async () => {
  await subscribe('video.succeeded');
  const event = { userId: visitor.userId, event: 'video.succeeded', data: {} } as const;
  const torn = server.deps.db.$transaction(async (tx) => {
    await enqueueWebhookEvent(server.deps.queue, tx, event);
    throw new Error('the commit fails');
  });
  await expect(torn).rejects.toThrow('the commit fails');
  expect(await server.deps.db.webhookDelivery.count({ where: { userId: visitor.userId } })).toBe(0);
});

test('a failed delivery is retried with the same id and body', async () => {
  const before = await readMetrics(server.url);
  statuses = [500, 302];
  const webhook = await subscribe('video.succeeded');
  await finish(await runningTask());
  for (const attempt of [1, 2]) {
    await arrived(attempt);
    await vi.waitFor(async () => expect((await logOf(webhook))[0]?.attempts).toBe(attempt), 120_000);
    // Makes the retry due immediately.
    await vi.waitFor(async () => {
      const { rowCount } = await server.deps.pool.query(
        `UPDATE pgboss.job SET start_after = now() WHERE name = 'send-webhook' AND state = 'retry'`,
      );
      expect(rowCount).toBe(1);
    }, 120_000);
  }
  const [entry] = await settled(webhook, 'delivered');
  expect(entry).toMatchObject({ attempts: 3, lastStatus: 200 });
  const after = await readMetrics(server.url);
  expect(after.growthOf(before, 'memori_webhook_deliveries_total{outcome="failed"}')).toBe(2);
  expect(after.growthOf(before, 'memori_webhook_deliveries_total{outcome="delivered"}')).toBe(1);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  expect(received.map((message) => verify(webhook.secret, message))).toEqual([true, true, true]);
  expect(
    (await server.deps.db.webhook.findUniqueOrThrow({ where: { id: webhook.id } })).failingSince,
  ).toBeNull();
});

test('a test can be sent on demand, and any delivery can be resent', async () => {
  const webhook = await subscribe('credits.low');
  const sent = await visitor.post(`/api/webhooks/${webhook.id}/test`);
  expect(sent.status).toBe(202);
  const { deliveryId } = (await sent.json()) as { deliveryId: string };
  await arrived(1);
  await settled(webhook, 'delivered');
  expect(received[0]?.headers['webhook-id']).toBe(deliveryId);
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    type: 'webhook.test',
    data: { webhookId: webhook.id },
  });
  const again = await visitor.post(`/api/webhooks/${webhook.id}/deliveries/${deliveryId}/resend`);
  expect(again.status).toBe(202);
  await arrived(2);
  expect(received[1]).toMatchObject({ body: received[0]?.body, headers: { 'webhook-id': deliveryId } });
});

test('after rotating the secret, both secrets verify for a day', async () => {
  const webhook = await subscribe('credits.low');
  const answer = await visitor.post(`/api/webhooks/${webhook.id}/rotate`);
  const { secret } = (await answer.json()) as { secret: string };
  expect(secret).not.toBe(webhook.secret);
  await visitor.post(`/api/webhooks/${webhook.id}/test`);
  await arrived(1);
  const valid = (index: number) =>
    [webhook.secret, secret].map((each) => received[index] !== undefined && verify(each, received[index]));
  expect(valid(0)).toEqual([true, true]);
  await server.deps.db.webhook.update({ where: { id: webhook.id }, data: { formerUntil: new Date() } });
  await visitor.post(`/api/webhooks/${webhook.id}/test`);
  await arrived(2);
  expect(valid(1)).toEqual([false, true]);
});

test('a receiver that answers 410 is gone: its webhook is turned off at once, and its owner notified', async () => {
  const webhook = await subscribe('video.succeeded');
  await server.deps.db.user.update({ where: { id: visitor.userId }, data: { verifiedAt: new Date() } });
  statuses = [410];
  await finish(await runningTask());
  const [delivery] = await settled(webhook, 'failed');
  expect(delivery).toMatchObject({ lastStatus: 410, attempts: 1 });
  const read = () => server.deps.db.webhook.findUniqueOrThrow({ where: { id: webhook.id } });
  await vi.waitFor(async () => expect((await read()).disabledAt).not.toBeNull(), 120_000);
  const { text } = await mailTo(server.dataDir, visitor.email, 'Your webhook has been turned off');
  expect(text).toContain('or its server has answered that it is gone (410)');
  expect(received).toHaveLength(1);
});

test('after a week of failures a webhook is turned off and its owner notified, until a test succeeds', async () => {
  const webhook = await subscribe('video.succeeded');
  await server.deps.db.user.update({ where: { id: visitor.userId }, data: { verifiedAt: new Date() } });
  statuses = [500];
  await server.deps.db.webhook.update({
    where: { id: webhook.id },
    data: { failingSince: new Date(Date.now() - 7 * 24 * 3_600_000 - 1000) },
  });
  await finish(await runningTask());
  await arrived(1);
  const read = () => server.deps.db.webhook.findUniqueOrThrow({ where: { id: webhook.id } });
  await vi.waitFor(async () => expect((await read()).disabledAt).not.toBeNull(), 120_000);
  const outbox = path.join(server.dataDir, 'outbox');
  await vi.waitFor(async () => {
    const mails = await Promise.all(
      (await readdir(outbox)).map((file) => readFile(path.join(outbox, file), 'utf8')),
    );
    const own = mails.filter((mail) => mail.includes(visitor.email) && mail.includes('has been turned off'));
    expect(own).toEqual([expect.stringContaining('Your webhook has been turned off')]);
    expect(own[0]).not.toContain(receiver.url);
  }, 120_000);
  // No more messages are sent.
  await finish(await runningTask());
  expect(await server.deps.db.webhookDelivery.count({ where: { webhookId: webhook.id } })).toBe(1);
  await visitor.post(`/api/webhooks/${webhook.id}/test`);
  await arrived(2);
  await vi.waitFor(async () => expect((await read()).disabledAt).toBeNull(), 120_000);
});

test('the last try marks the delivery as failed, with the reason', async () => {
  const webhook = await subscribe('video.succeeded');
  statuses = [503, 503];
  const delivery = { webhookId: webhook.id, userId: visitor.userId, event: 'video.succeeded', data: '{}' };
  const id = `msg_${'c'.repeat(32)}`;
  await server.deps.db.webhookDelivery.create({ data: { ...delivery, id } });
  const signal = new AbortController().signal;
  await expect(sendDelivery(server.deps, id, { last: false, signal })).rejects.toThrow('answered 503');
  await sendDelivery(server.deps, id, { last: true, signal });
  expect((await logOf(webhook))[0]).toMatchObject({
    state: 'failed',
    attempts: 2,
    lastStatus: 503,
    lastError: 'answered 503',
  });
  await sendDelivery(server.deps, id, { last: true, signal });
  expect(received).toHaveLength(2);
  await server.deps.db.webhookDelivery.update({
    where: { id },
    data: { createdAt: new Date(Date.now() - 31 * 24 * 3_600_000) },
  });
  await forgetOldDeliveries(server.deps.db);
  expect(await logOf(webhook)).toEqual([]);
});

test('a webhook belongs to its user, and is deleted with the token that created it', async () => {
  const webhook = await subscribe('credits.low');
  const stranger = await newVisitor(server.url);
  for (const call of [
    stranger.post(`/api/webhooks/${webhook.id}/test`),
    stranger.post(`/api/webhooks/${webhook.id}/rotate`),
    stranger.get(`/api/webhooks/${webhook.id}/deliveries`),
    stranger.delete(`/api/webhooks/${webhook.id}`),
  ])
    expect((await call).status).toBe(404);
  expect(await (await stranger.get('/api/webhooks')).json()).toEqual([]);
  expect((await visitor.delete(`/api/webhooks/${webhook.id}`)).status).toBe(200);

  const made = await visitor.post('/api/tokens', { name: 'A', scopes: ['read', 'generate'] });
  const { id, token } = (await made.json()) as { id: string; token: string };
  const byToken = await fetch(`${server.url}/api/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ url: `${receiver.url}/hook`, events: ['credits.low'] }),
  });
  expect(byToken.status).toBe(201);
  await visitor.delete(`/api/tokens/${id}`);
  expect(await (await visitor.get('/api/webhooks')).json()).toEqual([]);
});

/** Creates a webhook with a token that expires after a day. */
async function subscribeByToken(...events: string[]): Promise<{ webhook: CreatedWebhook; tokenId: string }> {
  const wanted = { name: 'A', scopes: ['read', 'generate'], expiresInDays: 1 };
  const { id, token } = (await (await visitor.post('/api/tokens', wanted)).json()) as {
    id: string;
    token: string;
  };
  const answer = await fetch(`${server.url}/api/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ url: `${receiver.url}/hook`, events }),
  });
  expect(answer.status).toBe(201);
  return { webhook: (await answer.json()) as CreatedWebhook, tokenId: id };
}

test('nothing is sent to the webhook of an expired token, not even what waits for another try', async () => {
  const { webhook, tokenId } = await subscribeByToken('video.succeeded');
  const own = await subscribe('video.succeeded');
  statuses = [500];
  expect((await visitor.post(`/api/webhooks/${webhook.id}/test`)).status).toBe(202);
  await arrived(1);
  await vi.waitFor(async () => expect((await logOf(webhook))[0]?.attempts).toBe(1), 120_000);
  const expiresAt = new Date(Date.now() - 1000);
  await server.deps.db.apiToken.update({ where: { id: tokenId }, data: { expiresAt } });
  await finish(await runningTask());
  await settled(own, 'delivered');
  const [waiting, ...others] = await settled(webhook, 'failed');
  expect(waiting).toMatchObject({ event: 'webhook.test', attempts: 1, lastError: 'token expired' });
  expect(others).toEqual([]);
  expect(received).toHaveLength(2);
});

test.each(['visitor', 'tests'])(
  'nothing is sent for an account that is to be erased, until it is kept (%s)',
  async (whose) => {
    const webhook = await subscribe('video.succeeded');
    const { db } = server.deps;
    if (whose === 'tests') {
      const nobody = { email: '', emailKey: `test:${visitor.userId}`, passwordHash: '' };
      const tests = await db.user.create({ data: { id: createId(), testOf: visitor.userId, ...nobody } });
      await db.webhook.update({ where: { id: webhook.id }, data: { userId: tests.id } });
    }
    const { userId } = await db.webhook.findUniqueOrThrow({ where: { id: webhook.id } });
    const announce = () =>
      db.$transaction((tx) =>
        enqueueWebhookEvent(server.deps.queue, tx, {
          userId,
          event: 'video.succeeded',
          data: { taskId: 'a' },
        }),
      );
    const sent = () => db.webhookDelivery.findMany({ where: { webhookId: webhook.id } });
    await db.user.update({
      where: { id: visitor.userId },
      data: { deletionAt: new Date(Date.now() + 86_400_000) },
    });
    await announce();
    expect(await sent()).toEqual([]);
    await db.user.update({ where: { id: visitor.userId }, data: { deletionAt: null } });
    await announce();
    await vi.waitFor(async () => expect((await sent())[0]?.deliveredAt).not.toBeNull(), 120_000);
    expect(received).toHaveLength(1);
  },
);

test('a token that may not see videos can’t be told of them either', async () => {
  const made = await visitor.post('/api/tokens', { name: 'A', scopes: ['generate', 'albums', 'manage'] });
  const { token } = (await made.json()) as { token: string };
  const answer = await fetch(`${server.url}/api/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ url: `${receiver.url}/hook`, events: ['video.succeeded'] }),
  });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    403,
    'token_scope_missing',
  ]);
  expect(await (await visitor.get('/api/webhooks')).json()).toEqual([]);
});

test('a token manages the webhooks that it created, and knows of no others', async () => {
  const own = await subscribe('credits.low');
  const program = async (name: string) => {
    const made = await visitor.post('/api/tokens', { name, scopes: ['read', 'generate'] });
    const { token } = (await made.json()) as { token: string };
    return (method: string, at: string, body?: object) =>
      fetch(`${server.url}/api/webhooks${at}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        ...(body && { body: JSON.stringify(body) }),
      });
  };
  const [one, two] = [await program('one'), await program('two')];
  const made = await one('POST', '', { url: `${receiver.url}/hook`, events: ['credits.low'] });
  const byOne = (await made.json()) as { id: string };
  const { id: deliveryId } = await server.deps.db.webhookDelivery.create({
    data: {
      id: `msg_${createId()}`,
      webhookId: own.id,
      userId: visitor.userId,
      event: 'credits.low',
      data: '{}',
      deliveredAt: new Date(),
    },
  });
  for (const [call, id] of [
    [one, own.id],
    [two, byOne.id],
  ] as const) {
    const answers = [
      call('POST', `/${id}/rotate`),
      call('POST', `/${id}/test`),
      call('GET', `/${id}/deliveries`),
      call('POST', `/${id}/deliveries/${deliveryId}/resend`),
      call('DELETE', `/${id}`),
    ];
    expect(await Promise.all(answers.map(async (answer) => (await answer).status))).toEqual([
      404, 404, 404, 404, 404,
    ]);
  }
  const listed = async (answer: Promise<Response>) =>
    ((await (await answer).json()) as { id: string }[]).map(({ id }) => id).toSorted();
  expect(await listed(one('GET', ''))).toEqual([byOne.id]);
  expect(await listed(two('GET', ''))).toEqual([]);
  expect(await listed(visitor.get('/api/webhooks'))).toEqual([own.id, byOne.id].toSorted());
  expect((await one('POST', `/${byOne.id}/rotate`)).status).toBe(200);
  expect((await one('DELETE', `/${byOne.id}`)).status).toBe(200);
});

test.each([
  [{ url: 'http://example.com/', events: ['credits.low'] }, 400, 'invalid_webhook_url'],
  [{ url: `https://example.com/${'é'.repeat(900)}`, events: ['credits.low'] }, 400, 'invalid_webhook_url'],
  [{ events: ['credits.low'] }, 400, 'invalid_webhook_url'],
  [{ url: 'https://example.com/', events: [] }, 400, 'webhook_events_required'],
  [{ url: 'https://example.com/' }, 400, 'webhook_events_required'],
  [{ url: 'https://example.com/', events: ['everything'] }, 400, 'invalid_request'],
])('%j is refused', async (body, status, code) => {
  const answer = await visitor.post('/api/webhooks', body);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code]);
});

test('a user may have ten webhooks', async () => {
  for (let index = 0; index < 10; index += 1) await subscribe('credits.low');
  const answer = await visitor.post('/api/webhooks', {
    url: 'https://example.com/',
    events: ['credits.low'],
  });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    409,
    'too_many_webhooks',
  ]);
});
