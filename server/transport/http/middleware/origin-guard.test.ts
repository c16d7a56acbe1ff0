import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorResponse } from '../responses/error-response.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { originGuard } from './origin-guard.ts';

const app = express();
app.locals['publicUrl'] = 'https://memori.example';
app.set('trust proxy', 1);
app.use(originGuard({ publicUrl: 'https://memori.example', logger: createLogger('silent') }));
app.use((_req, res) => res.json('passed'));
app.use(errorResponse);
const server = createServer(app);

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Uses node:http, because fetch sets some of these headers itself. */
async function send(
  method: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port, method, headers: { host: '192.0.2.9:3000', ...headers } });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const text = (await response.toArray()).join('');
  return { status: response.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) };
}

const refusal = {
  status: 403,
  body: {
    error: 'Cross-site requests are not allowed',
    code: 'cross_site',
    doc: 'https://memori.example/api/docs#cross_site',
  },
};

describe.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s', (method) => {
  test.each<[string, Record<string, string>]>([
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['from another site, origin withheld', { 'sec-fetch-site': 'cross-site' }],
    ['from a sibling domain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.memori.example' }],
    ['from a kind of site that nobody knows', { 'sec-fetch-site': 'near-by' }],
    ['from another origin, in an old browser', { origin: 'https://evil.example' }],
    ['from a sandboxed frame', { origin: 'null' }],
    ['from a host that only begins like ours', { origin: 'https://memori.example.evil.example' }],
    ['from our host at another port', { origin: 'https://memori.example:8443' }],
    ['whose two headers disagree', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
    ['whose origin is no address', { origin: 'memori.example' }],
  ])('%s is refused', async (_case, headers) => {
    expect(await send(method, headers)).toEqual(refusal);
  });

  test.each<[string, Record<string, string>]>([
    ['from our own page', { 'sec-fetch-site': 'same-origin', origin: 'https://memori.example' }],
    ['from our own page, in an old browser', { origin: 'https://memori.example' }],
    ['from a page at the address it came to', { origin: 'http://192.0.2.9:3000' }],
    [
      'from a page at the address that the proxy tells',
      { origin: 'https://www.memori.example', 'x-forwarded-host': 'www.memori.example' },
    ],
    ['by the user', { 'sec-fetch-site': 'none' }],
    ['by a program', {}],
  ])('%s passes', async (_case, headers) => {
    expect(await send(method, headers)).toEqual({ status: 200, body: 'passed' });
  });
});

test.each([
  ['of HTTP/1.0 without a Host', 'HTTP/1.0\r\n'],
  ['with an empty Host', 'HTTP/1.1\r\nHost:\r\nConnection: close\r\n'],
])('a cross-site request %s is refused', async (_case, rest) => {
  for (const origin of ['https://evil.example', 'file://']) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.end(`POST /api/auth/logout ${rest}Origin: ${origin}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
  }
});

test.each(['GET', 'HEAD', 'OPTIONS'])('%s is safe and passes from anywhere', async (method) => {
  expect(
    await send(method, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }),
  ).toMatchObject({ status: 200 });
});
