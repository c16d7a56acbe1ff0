import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, password, type Visitor } from '#tests/support/visitor.ts';

let server: TestServer;
let lines: string[] = [];
beforeAll(async () => {
  server = await startTestServer({
    jobs: false,
    settings: { TRUST_PROXY: '1', LIMIT_SIGNUP: '100/1h', METRICS_TOKEN: 'a-long-token' },
    log: (line) => lines.push(line),
  });
});
afterAll(() => server.close());
beforeEach(() => {
  lines = [];
});

const events = () =>
  lines
    .map((line) => JSON.parse(line) as { event?: string; address?: string })
    .filter(({ event }) => event !== undefined);

/** Starts to send a 20 MB form with its photo and resolves with the answer, which must not wait for the rest. */
async function beginUpload(path: string, cookie: string): Promise<{ status: number; body: string }> {
  const headers = { cookie, 'content-type': 'multipart/form-data; boundary=B', 'content-length': 20_000_000 };
  const sending = request(server.url + path, { method: 'POST', headers });
  sending.on('error', () => {});
  const head = 'Content-Disposition: form-data; name="image"; filename="photo.jpg"';
  sending.write(`--B\r\n${head}\r\n\r\n${'photo'.repeat(1000)}`);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  const body = await text(response);
  sending.destroy();
  return { status: response.statusCode ?? 0, body };
}

const uploads = () => readdir(server.deps.uploadDir);

async function spendAll({ userId }: Visitor): Promise<void> {
  await server.deps.pool.query('UPDATE credit_account SET balance = 0 WHERE user_id = $1', [userId]);
}

describe.each(['/api/video/generate', '/api/trpc/video.generate'])('an upload to %s is not read', (path) => {
  test('without signing in', async () => {
    const { status, body } = await beginUpload(path, '');
    expect([status, body]).toEqual([401, expect.stringContaining('not_signed_in')]);
    expect(await uploads()).toEqual([]);
  });

  test('without credits', async () => {
    const visitor = await newVisitor(server.url);
    await spendAll(visitor);
    const { status, body } = await beginUpload(path, visitor.cookie);
    expect([status, body]).toEqual([402, expect.stringContaining('insufficient_credits')]);
    expect(await uploads()).toEqual([]);
  });

  test('over the rate limit', async () => {
    const visitor = await newVisitor(server.url);
    for (let index = 0; index < 10; index += 1) await server.deps.limiters.generate.take(visitor.userId);
    expect(await beginUpload(path, visitor.cookie)).toMatchObject({ status: 429 });
    expect(await uploads()).toEqual([]);
  });
});

test('a photo counts towards the limit once, through REST and tRPC alike', async () => {
  const visitor = await newVisitor(server.url);
  await spendAll(visitor);
  const photo = await portrait({ width: 300, height: 300 });
  const statuses = [];
  for (let index = 0; index < 12; index += 1) statuses.push((await visitor.generate(photo)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(402), 429, 429]);
});

const cookieless = { 'x-forwarded-for': '198.51.100.1' };
const batch = (calls: number) => `/api/trpc/${Array(calls).fill('auth.me').join()}?batch=1`;

test('a batch may hold ten calls; with eleven none of them runs', async () => {
  const visitor = await newVisitor(server.url);
  const ten = await visitor.get(batch(10));
  expect([ten.status, ((await ten.json()) as unknown[]).length]).toEqual([200, 10]);
  const eleven = await visitor.get(`/api/trpc/${Array(11).fill('auth.signOut').join()}?batch=1`);
  expect(eleven.status).toBe(400);
  const signOuts = `/api/trpc/${Array(11).fill('auth.signOut').join()}?batch=1`;
  expect((await visitor.post(signOuts, {})).status).toBe(400);
  expect((await visitor.get('/api/credits/balance')).status).toBe(200);
});

test('bodies are limited to 100 kB, except photos sent to their REST path', async () => {
  const visitor = await newVisitor(server.url);
  const large = { email: 'a@example.com', password: 'a'.repeat(110_000) };
  for (const path of ['/api/trpc/auth.signIn', '/api/auth/login', '/api/trpc/video.generate'])
    expect((await visitor.post(path, large)).status, path).toBe(413);
  const form = new FormData();
  form.set('image', new File([Buffer.alloc(200_000)], 'photo.jpg'));
  const headers = { cookie: visitor.cookie };
  const post = (path: string) => fetch(server.url + path, { method: 'POST', headers, body: form });
  expect((await post('/api/trpc/album.create')).status).toBe(413);
  expect((await post('/api/trpc/video.generate')).status).toBe(413);
  // The body was read, and it is not a photo.
  expect((await post('/api/video/generate')).status).toBe(415);
});

test('an address makes 600 calls a minute without a session, batched or not', async () => {
  const ask = (path: string) => fetch(server.url + path, { headers: cookieless });
  for (let calls = 0; calls < 600; calls += 10) expect((await ask(batch(10))).status).toBe(200);
  const refused = await ask('/api/trpc/auth.me');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask('/api/video/tasks')).status).toBe(429);
  expect((await fetch(`${server.url}/api/trpc/auth.me`)).status).toBe(200);
  const visitor = await newVisitor(server.url);
  expect((await visitor.get('/api/credits/balance', cookieless)).status).toBe(200);
  expect(events()).toEqual([
    expect.objectContaining({ event: 'limit_reached', limit: 'anonymous', address: '198.51.100.1' }),
  ]);
});

test('attacks are logged, without secrets', async () => {
  const address = '203.0.113.9';
  const visitor = await newVisitor(server.url);
  const from = { 'x-forwarded-for': address };
  const login = (body: object) => visitor.post('/api/auth/login', body, from);
  expect((await login({ email: visitor.email.toUpperCase(), password: 'wrong horse' })).status).toBe(401);
  await visitor.post('/api/video/merge', {}, { ...from, origin: 'https://evil.example' });
  await visitor.post('/api/stripe/webhook', {}, { ...from, 'stripe-signature': 't=1,v1=forged' });
  await visitor.get('/metrics', from);
  const account = createHash('sha256').update(visitor.email).digest('hex').slice(0, 16);
  expect(events()).toEqual([
    expect.objectContaining({ event: 'sign_in_failed', address, account }),
    expect.objectContaining({
      event: 'cross_site_refused',
      address,
      path: '/api/video/merge',
      origin: 'https://evil.example',
    }),
    expect.objectContaining({ event: 'webhook_forged', address }),
    expect.objectContaining({ event: 'metrics_refused', address }),
  ]);
  const written = lines.join('').toLowerCase();
  const token = visitor.cookie.split('=')[1] ?? '';
  for (const secret of [password, 'wrong horse', visitor.email, token, 'v1=forged', 'a-long-token'])
    expect(written).not.toContain(secret);
});

test('signing in and out is logged with the method and a hash of the account only', async () => {
  const written: string[] = [];
  const memori = await startTestServer({
    jobs: false,
    settings: { TRUST_PROXY: '1', LOG_LEVEL: 'info' },
    log: (line) => written.push(line),
  });
  onTestFinished(() => memori.close());
  const visitor = await newVisitor(memori.url);
  const from = { 'x-forwarded-for': '203.0.113.9' };
  await visitor.post('/api/auth/logout', {}, from);
  expect((await visitor.post('/api/auth/logout', {}, from)).status).toBe(200);
  const back = await visitor.post('/api/auth/login', { email: visitor.email, password }, from);
  const [cookie = ''] = back.headers.getSetCookie()[0]?.split(';') ?? [];
  const guess = { current: 'wrong horse', password: 'another horse' };
  expect((await visitor.post('/api/auth/password', guess, { ...from, cookie })).status).toBe(401);
  const logged = written
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event !== undefined)
    .map(({ time, ...rest }) => ({ ...rest, time: typeof time }));
  const account = createHash('sha256').update(visitor.email).digest('hex').slice(0, 16);
  const line = { msg: 'security event', time: 'string', account };
  expect(logged).toEqual([
    { ...line, level: 30, event: 'signed_in', by: 'sign-up' },
    { ...line, level: 30, event: 'signed_out' },
    { ...line, level: 30, event: 'signed_in', by: 'password' },
    { ...line, level: 40, event: 'sign_in_failed', address: '203.0.113.9', reason: 'session' },
  ]);
  for (const secret of [visitor.email, password, 'horse', cookie.split('=')[1] ?? ''])
    expect(written.join('')).not.toContain(secret);
});
