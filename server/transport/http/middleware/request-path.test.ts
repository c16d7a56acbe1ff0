import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

const lines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false, pages: true, log: (line) => lines.push(line) });
});
afterAll(() => server.close());

test.each([
  ['/it/100%', '/it/nowhere'],
  ['/en/%E0%A4%A', '/en/nowhere'],
  ['/%ff', '/nowhere'],
  ['/it/video/%ff', '/it/nowhere'],
  ['/en/album/%E0', '/en/nowhere'],
  ['/en/box/%ff', '/en/nowhere'],
  ['/it/frame/%ff?a=%', '/it/nowhere'],
  ['/assets/%ff', '/nowhere'],
])('%s is answered with the not-found screen', async (path, unknown) => {
  const answer = await fetch(server.url + path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await answer.text()).toBe(await (await fetch(server.url + unknown)).text());
});

test('an encoded percent sign is still one', async () => {
  const answer = await fetch(`${server.url}/it/100%25`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
});

test('REST paths that can’t be decoded are invalid requests', async () => {
  const answer = await fetch(`${server.url}/api/video/status/%ff`);
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { error: 'Invalid request', code: 'invalid_request' },
  ]);
});

test('tRPC paths that can’t be decoded are unknown procedures, and no errors of the server', async () => {
  for (const path of ['%ff', 'x%E0%A4%A']) {
    const answer = await fetch(`${server.url}/api/trpc/${path}`);
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { error: { data: { errorCode: 'not_found' } } },
    ]);
  }
  const batch = await fetch(`${server.url}/api/trpc/auth.me,%ff?batch=1`);
  expect([batch.status, await batch.json()]).toMatchObject([
    207,
    [{ result: { data: { user: null } } }, { error: { data: { errorCode: 'not_found' } } }],
  ]);
  expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([]);
});

test.each([
  ['http://memori.example/?a=b', 302, '/en?a=b'],
  ['http://memori.example?a=b', 302, '/en?a=b'],
  ['HTTP://memori.example', 302, '/en'],
  ['http://memori.example/api/auth/me', 401, undefined],
  ['http://memori.example/api/trpc/config.get', 200, undefined],
])('the whole address %s is understood', async (path, status, location) => {
  const { hostname: host, port } = new URL(server.url);
  const [answer] = (await once(request({ host, port, path }).end(), 'response')) as [IncomingMessage];
  answer.resume();
  expect([answer.statusCode, answer.headers.location]).toEqual([status, location]);
});
