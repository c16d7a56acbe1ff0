import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor } from '#tests/support/visitor.ts';

const page = 'https://app.example.com';
let server: TestServer;
let token: string;
let cookie: string;
beforeAll(async () => {
  const settings = { CORS_ORIGINS: `${page},http://localhost:5173` };
  server = await startTestServer({ jobs: false, settings });
  const visitor = await newVisitor(server.url);
  ({ cookie } = visitor);
  const made = await visitor.post('/api/tokens', { name: 'A page', scopes: ['read', 'generate'] });
  ({ token } = (await made.json()) as { token: string });
});
afterAll(() => server.close());

/** The CORS headers and the status of an answer. */
async function ask(path: string, init: RequestInit & { headers: Record<string, string> }, url = server.url) {
  const response = await fetch(url + path, init);
  await response.body?.cancel();
  const cors = [...response.headers].filter(([name]) => name.startsWith('access-control-'));
  return {
    status: response.status,
    vary: response.headers.get('vary'),
    ...(Object.fromEntries(cors) as Record<string, string>),
  };
}

const preflight = (origin: string, path = '/api/video/generate', url = server.url) =>
  ask(
    path,
    {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,idempotency-key',
      },
    },
    url,
  );

const exposed =
  'Idempotent-Replayed,Location,Preference-Applied,RateLimit,RateLimit-Policy,Retry-After,X-Next-Cursor,X-Request-Id';

test.each([page, 'http://localhost:5173'])('a page of %s may call the API with a token', async (origin) => {
  expect(await preflight(origin)).toEqual({
    status: 204,
    vary: expect.stringContaining('Origin') as string,
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET,HEAD,POST,PATCH,DELETE',
    'access-control-allow-headers': 'Accept,Authorization,Content-Type,Idempotency-Key,Prefer,trpc-accept',
    'access-control-expose-headers': exposed,
    'access-control-max-age': '600',
  });
});

test('responses and errors are readable, with their headers', async () => {
  const readable = {
    vary: expect.stringContaining('Origin') as string,
    'access-control-allow-origin': page,
    'access-control-expose-headers': exposed,
  };
  const balance = (authorization: string) =>
    ask('/api/credits/balance', { headers: { origin: page, authorization } });
  expect(await balance(`Bearer ${token}`)).toEqual({ status: 200, ...readable });
  expect(await balance('Bearer mem_live_wrong')).toEqual({ status: 401, ...readable });
  expect(
    await ask('/api/trpc/credits.balance', { headers: { origin: page, authorization: `Bearer ${token}` } }),
  ).toMatchObject({ status: 200, 'access-control-allow-origin': page });
});

test.each(['https://evil.example', 'https://app.example.com.evil.example', 'http://app.example.com', 'null'])(
  'a page of %s gets no CORS headers',
  async (origin) => {
    for (const answer of [
      await preflight(origin),
      await ask('/api/credits/balance', { headers: { origin, authorization: `Bearer ${token}` } }),
    ])
      expect(answer).not.toHaveProperty('access-control-allow-origin');
  },
);

test('cross-origin calls with a cookie are refused', async () => {
  const answer = await ask('/api/tokens', {
    method: 'POST',
    headers: { origin: page, 'sec-fetch-site': 'cross-site', cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Stolen', scopes: ['read'] }),
  });
  expect(answer).toMatchObject({ status: 403, 'access-control-allow-origin': page });
  expect(answer).not.toHaveProperty('access-control-allow-credentials');
});

test('paths outside the API send no CORS headers', async () => {
  expect(await preflight(page, '/healthz')).not.toHaveProperty('access-control-allow-origin');
});

test('no origin is allowed without the setting', async () => {
  const closed = await startTestServer({ jobs: false });
  try {
    const origin = 'http://localhost:5173';
    expect(Object.keys(await preflight(origin, '/api/video/generate', closed.url))).toEqual([
      'status',
      'vary',
    ]);
    expect(await ask('/api/video/tasks', { headers: { origin } }, closed.url)).toEqual({
      status: 401,
      vary: null,
    });
  } finally {
    await closed.close();
  }
});
