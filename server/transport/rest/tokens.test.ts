import { createTRPCClient, httpBatchStreamLink } from '@trpc/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CreatedToken } from '#shared/schemas/tokens.ts';
import type { TokenScope } from '#shared/token-scopes.ts';
import { addVideo, fakeVideo } from '#tests/support/albums.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import type { AppRouter } from '../trpc/router.ts';
import { operations } from './operations.ts';

let server: TestServer;
let lines: string[] = [];
let owner: Visitor;
beforeAll(async () => {
  server = await startTestServer({
    jobs: false,
    settings: { LIMIT_SIGNUP: '100/1h', LOG_LEVEL: 'trace' },
    log: (line) => lines.push(line),
  });
  owner = await newVisitor(server.url);
});
afterAll(() => server.close());

async function make(
  visitor: Visitor = owner,
  scopes: TokenScope[] = ['read', 'generate', 'albums', 'manage'],
): Promise<CreatedToken> {
  const answer = await visitor.post('/api/tokens', { name: 'A script', scopes });
  expect(answer.status).toBe(201);
  return (await answer.json()) as CreatedToken;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

async function call(path: string, token: string, init: Init = {}) {
  const response = await fetch(server.url + path, {
    ...init,
    headers: { ...bearer(token), ...init.headers },
  });
  const body = (await response.json()) as { code?: string };
  return {
    status: response.status,
    code: body.code,
    body,
    challenge: response.headers.get('www-authenticate'),
  };
}

async function uploadWith(token: string) {
  const form = new FormData();
  form.set('image', new File([Uint8Array.from(await portrait())], 'photo.jpg', { type: 'image/jpeg' }));
  return call('/api/video/generate', token, { method: 'POST', body: form });
}

test('a token is shown once, stored as a hash, listed by its ending, and invalid once revoked', async () => {
  const visitor = await newVisitor(server.url);
  const made = await make(visitor, ['read', 'generate']);
  expect(made).toEqual({
    id: expect.stringMatching(/^[a-z2-7]{32}$/),
    token: expect.stringMatching(/^mem_live_[a-z2-7]{39}$/),
    name: 'A script',
    scopes: ['read', 'generate'],
    test: false,
    ending: made.token.slice(-4),
    createdAt: expect.any(String),
    expiresAt: null,
    lastUsedAt: null,
  });
  const { token, ...kept } = made;
  const row = await server.deps.db.apiToken.findUniqueOrThrow({ where: { id: made.id } });
  expect(JSON.stringify(row)).not.toContain(token.slice(9, 41));
  expect(await (await visitor.get('/api/tokens')).json()).toEqual([kept]);
  expect(await call('/api/credits/balance', token)).toMatchObject({ status: 200, body: { credits: 1 } });
  expect(await (await visitor.get('/api/tokens')).json()).toEqual([
    { ...kept, lastUsedAt: expect.stringMatching(/Z$/) },
  ]);
  expect((await visitor.delete(`/api/tokens/${made.id}`)).status).toBe(200);
  expect(await call('/api/credits/balance', token)).toMatchObject({ status: 401, code: 'invalid_token' });
  expect(await (await visitor.delete(`/api/tokens/${made.id}`)).json()).toMatchObject({
    code: 'token_not_found',
  });
});

test('unknown, revoked, expired and mistyped tokens get the same answer, with or without a cookie', async () => {
  const expired = await make();
  await server.deps.db.apiToken.update({
    where: { id: expired.id },
    data: { expiresAt: new Date(Date.now() - 1) },
  });
  const revoked = await make();
  await owner.delete(`/api/tokens/${revoked.id}`);
  const wrong = [expired.token, revoked.token, `${expired.token.slice(0, -1)}a`, 'mem_live_x', '', 'a b'];
  for (const token of wrong) {
    const answer = await call('/api/video/tasks', token, { headers: { cookie: owner.cookie } });
    expect(answer).toMatchObject({
      status: 401,
      code: 'invalid_token',
      body: { error: 'This API token is not valid', code: 'invalid_token' },
      challenge: 'Bearer error="invalid_token"',
    });
  }
  const { status, challenge } = await call('/api/trpc/video.tasks', 'mem_live_x');
  expect([status, challenge]).toEqual([401, 'Bearer error="invalid_token"']);
});

test('a token takes precedence over a cookie', async () => {
  const { token } = await make(owner);
  const other = await newVisitor(server.url);
  const taskId = await addVideo(server, owner.userId, fakeVideo('a'));
  const answer = await call(`/api/video/tasks/${taskId}`, token, { headers: { cookie: other.cookie } });
  expect(answer).toMatchObject({ status: 200, body: { id: taskId } });
  const refused = await call('/api/tokens', token, { headers: { cookie: owner.cookie } });
  expect(refused).toMatchObject({ status: 403, code: 'token_not_allowed' });
});

test('another scheme than Bearer is ignored', async () => {
  const headers = { authorization: 'Basic bWU6c2VjcmV0' };
  expect((await owner.get('/api/video/tasks', headers)).status).toBe(200);
});

test.each(
  operations.filter(({ signedIn }) => signedIn).map((row) => [`${row.method} ${row.path}`, row] as const),
)('%s: accepts tokens as documented', async (_name, { method, path, scope, body }) => {
  const others = (['read', 'generate', 'albums', 'manage'] as const).filter((each) => each !== scope);
  const address = path.replaceAll(/\{\w+\}/g, 'a'.repeat(32));
  const json: Record<string, string> =
    body?.type === 'application/json' ? { 'content-type': 'application/json' } : {};
  const init = { method: method.toUpperCase(), headers: json, ...(body ? { body: '{}' } : {}) };
  const visitor = await newVisitor(server.url);
  const refused = await call(address, (await make(visitor, others)).token, init);
  expect(refused).toMatchObject({ status: 403, code: scope ? 'token_scope_missing' : 'token_not_allowed' });
  if (!scope) return;
  const response = await fetch(server.url + address, {
    ...init,
    headers: { ...json, ...bearer((await make(visitor, [scope])).token) },
  });
  expect([401, 403]).not.toContain(response.status);
  await response.body?.cancel();
});

test('no token can sign up, in or out', async () => {
  const { token } = await make();
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'someone@example.com', password: 'long enough' }),
  };
  for (const path of ['/api/auth/signup', '/api/auth/login', '/api/auth/logout'])
    expect(await call(path, token, init)).toMatchObject({ status: 403, code: 'token_not_allowed' });
});

test('a token can animate a photo, from any origin', async () => {
  const visitor = await newVisitor(server.url);
  const { token } = await make(visitor, ['generate', 'read']);
  const form = new FormData();
  form.set('image', new File([Uint8Array.from(await portrait())], 'photo.jpg', { type: 'image/jpeg' }));
  const headers = { origin: 'https://integrator.example', 'sec-fetch-site': 'cross-site' };
  const accepted = await call('/api/video/generate', token, { method: 'POST', body: form, headers });
  expect(accepted.status).toBe(202);
  expect(await call('/api/credits/balance', token)).toMatchObject({ body: { credits: 0 } });
  expect(await uploadWith(token)).toMatchObject({ status: 402, code: 'insufficient_credits' });
});

test('a stream opened with a token ends when the token is revoked', async () => {
  const { id, token } = await make(owner, ['read']);
  const ended = Promise.withResolvers<void>();
  const client = createTRPCClient<AppRouter>({
    links: [httpBatchStreamLink({ url: `${server.url}/api/trpc`, headers: bearer(token) })],
  });
  const stop = new AbortController();
  const response = await fetch(`${server.url}/api/trpc/changes.watch`, {
    headers: bearer(token),
    signal: stop.signal,
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reading = (async () => {
    for await (const _chunk of response.body ?? []) continue;
    ended.resolve();
  })().catch(() => ended.resolve());
  expect(await client.credits.balance.query()).toEqual({ credits: 1 });
  await owner.delete(`/api/tokens/${id}`);
  await ended.promise;
  await reading;
});

test('a user has 20 tokens at most, also under concurrency', async () => {
  const visitor = await newVisitor(server.url);
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => visitor.post('/api/tokens', { name: 'One', scopes: ['read'] })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
});

test.each([
  [{ scopes: ['read'] }, 'token_name_required'],
  [{ name: ' \u202e ', scopes: ['read'] }, 'token_name_required'],
  [{ name: 'x'.repeat(61), scopes: ['read'] }, 'token_name_too_long'],
  [{ name: 'A' }, 'token_scopes_required'],
  [{ name: 'A', scopes: [] }, 'token_scopes_required'],
  [{ name: 'A', scopes: ['admin'] }, 'invalid_request'],
  [{ name: 'A', scopes: ['read'], expiresInDays: 0 }, 'invalid_request'],
  [{ name: 'A', scopes: ['read'], expiresInDays: 1e9 }, 'invalid_request'],
  [{ name: 'A', scopes: ['read'], test: 'yes' }, 'invalid_request'],
])('%j: %s', async (body, code) => {
  const answer = await owner.post('/api/tokens', body);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, code]);
});

test('tokens are invalid while their account waits to be erased', async () => {
  const visitor = await newVisitor(server.url);
  const { token } = await make(visitor);
  const set = (deletionAt: Date | null) =>
    server.deps.db.user.update({ where: { id: visitor.userId }, data: { deletionAt } });
  await set(new Date(Date.now() + 3_600_000));
  expect(await call('/api/credits/balance', token)).toMatchObject({ status: 401, code: 'invalid_token' });
  await set(null);
  expect(await call('/api/credits/balance', token)).toMatchObject({ status: 200 });
});

test('other users can’t see or revoke a token', async () => {
  const { id, token } = await make();
  const stranger = await newVisitor(server.url);
  expect((await stranger.delete(`/api/tokens/${id}`)).status).toBe(404);
  expect(await (await stranger.get('/api/tokens')).json()).toEqual([]);
  expect(await call('/api/credits/balance', token)).toMatchObject({ status: 200 });
});

test('the time of last use is written at most once a minute', async () => {
  const { id, token } = await make();
  const used = new Date(Date.now() - 1000);
  const set = (lastUsedAt: Date) => server.deps.db.apiToken.update({ where: { id }, data: { lastUsedAt } });
  const read = async () => (await server.deps.db.apiToken.findUniqueOrThrow({ where: { id } })).lastUsedAt;
  await set(used);
  await call('/api/credits/balance', token);
  expect(await read()).toEqual(used);
  await set(new Date(Date.now() - 61_000));
  await call('/api/credits/balance', token);
  expect((await read())?.getTime()).toBeGreaterThan(used.getTime());
});

test('no log line contains a token', async () => {
  lines = [];
  const { token } = await make();
  await call('/api/credits/balance', token);
  await call('/api/credits/balance', `${token}x`);
  await call('/api/tokens', token);
  await vi.waitFor(() => expect(lines.filter((line) => line.includes('/api/tokens'))).not.toEqual([]));
  expect(lines.filter((line) => line.includes(token.slice(9, 30)))).toEqual([]);
});
