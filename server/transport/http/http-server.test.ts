import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor } from '#tests/support/visitor.ts';
import { createHttpServer } from './http-server.ts';

let memori: TestServer;
beforeAll(async () => {
  memori = await startTestServer({ jobs: false });
});
afterAll(() => memori.close());

function open() {
  const { hostname, port } = new URL(memori.url);
  return connect({ host: hostname, port: Number(port) });
}

/** What the server answers to these lines and closes the connection with. */
function exchange(...lines: string[]): Promise<string> {
  const socket = open();
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return text(socket);
}

const body = JSON.stringify({ name: 'Nonna' });
const upload = (...more: string[]) => [
  'PATCH /api/video/tasks/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa HTTP/1.1',
  `Host: ${new URL(memori.url).host}`,
  'Content-Type: application/json',
  `Content-Length: ${body.length}`,
  'Expect: 100-continue',
  ...more,
];

test('who is refused before the body is read is not asked for it', async () => {
  const answer = await exchange(...upload());
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toContain('"code":"not_signed_in"');
});

test('whose body is wanted is asked for it once, and keeps the connection', async () => {
  const { cookie } = await newVisitor(memori.url);
  const socket = open();
  socket.write(`${upload(`Cookie: ${cookie}`).join('\r\n')}\r\n\r\n`);
  const [asked] = (await once(socket, 'data')) as [Buffer];
  expect(String(asked)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  const rest = text(socket);
  socket.write(body);
  socket.write(`GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect((await rest).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200']);
});

test.each([
  ['a method in lower case', 'get /healthz HTTP/1.1', 400],
  ['no HTTP', 'hello', 400],
  ['a header that is too large', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}`, 431],
])('%s gets the JSON of an invalid request', async (_name, lines, status) => {
  const [head = '', json = ''] = (await exchange(lines)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(json)).toEqual({ error: 'Invalid request', code: 'invalid_request' });
});

test('an idle connection outlives those of proxies', () => {
  expect(createHttpServer().keepAliveTimeout).toBeGreaterThan(120_000);
});
