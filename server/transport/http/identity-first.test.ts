import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor } from '#tests/support/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
});
afterAll(() => server.close());

/** Sends the beginning of a JSON body, and resolves with the answer, which must not wait for the rest. */
async function beginCall(path: string, headers: Record<string, string> = {}, method = 'POST') {
  const sending = request(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', 'content-length': 50_000, ...headers },
  });
  sending.on('error', () => {});
  sending.write('{"name":"');
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  const body = await text(response);
  sending.destroy();
  return { status: response.statusCode, body, headers: response.headers };
}

test.each([
  ['POST', '/api/trpc/tokens.create'],
  ['POST', '/api/trpc/album.create,video.rename?batch=1'],
  ['POST', '/api/video/merge'],
  ['POST', '/api/tokens'],
  ['POST', '/api/auth/password'],
  ['DELETE', '/api/account'],
  ['POST', '/api/webhooks'],
])('%s %s: an anonymous call is answered before its body has come', async (method, path) => {
  const { status, body } = await beginCall(path, {}, method);
  expect([status, body]).toEqual([401, expect.stringContaining('not_signed_in')]);
});

test('so is one with a token that may not make it', async () => {
  const visitor = await newVisitor(server.url);
  const made = await visitor.post('/api/tokens', { name: 'Read', scopes: ['read'] });
  const { token } = (await made.json()) as { token: string };
  const authorization = `Bearer ${token}`;
  expect(await beginCall('/api/video/merge', { authorization })).toMatchObject({
    status: 403,
    body: expect.stringContaining('token_scope_missing'),
  });
  expect(await beginCall('/api/tokens', { authorization })).toMatchObject({
    status: 403,
    body: expect.stringContaining('token_not_allowed'),
  });
});

test('a signed-in person makes 300 changes and 1,200 queries a minute, counted before the body has come', async () => {
  const [visitor, other] = [await newVisitor(server.url), await newVisitor(server.url)];
  const { limiters } = server.deps;
  const ignore = () => {};
  for (let calls = 0; calls < 299; calls += 1)
    await limiters.session.take(visitor.userId, { changes: true }, ignore);
  expect((await visitor.post('/api/tokens', {})).status).toBe(400);
  for (const path of ['/api/tokens', '/api/trpc/tokens.create']) {
    const refused = await beginCall(path, { cookie: visitor.cookie });
    expect([refused.status, refused.headers['ratelimit-policy']]).toEqual([
      429,
      '"session-changes";q=300;w=60',
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await other.post('/api/tokens', {})).status).toBe(400);
  for (let calls = 0; calls < 1199; calls += 1)
    await limiters.session.take(visitor.userId, { changes: false }, ignore);
  const balance = await visitor.get('/api/credits/balance');
  expect([balance.status, balance.headers.get('ratelimit')]).toEqual([
    200,
    expect.stringContaining('"session-queries";r=0'),
  ]);
  expect((await visitor.get('/api/credits/balance')).status).toBe(429);
  expect((await other.get('/api/credits/balance')).status).toBe(200);
});
