import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { mayReadMetrics } from './metrics-access.ts';

/** A fake incoming request with a remote address and headers. */
function asks(remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage {
  const all = { host: 'localhost:3000', ...headers };
  const headersDistinct = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]]));
  return { socket: { remoteAddress }, headers: all, headersDistinct } as unknown as IncomingMessage;
}

test.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])('%s is this machine', (address) => {
  expect(mayReadMetrics(asks(address), undefined)).toBe(true);
  expect(mayReadMetrics(asks(address, { host: '[::1]:3000' }), undefined)).toBe(true);
  expect(mayReadMetrics(asks(address, { host: '127.0.0.1:3000' }), 'a-long-token')).toBe(true);
});

test.each(['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1', '', '127.0.0.1.example'])(
  '%j is not this machine, whatever its headers claim',
  (address) => {
    expect(mayReadMetrics(asks(address), undefined)).toBe(false);
    expect(mayReadMetrics(asks(address, { 'x-forwarded-for': '127.0.0.1' }), undefined)).toBe(false);
    expect(mayReadMetrics(asks(address, { forwarded: 'for=127.0.0.1' }), undefined)).toBe(false);
  },
);

test.each<Record<string, string>>([
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-for': '' },
  { forwarded: 'for=127.0.0.1' },
  { via: '1.1 proxy' },
  { 'x-real-ip': '127.0.0.1' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-server': 'proxy' },
  { 'x-cluster-client-ip': '127.0.0.1' },
  { host: 'memori.example' },
  { host: '127.0.0.1.evil.example' },
  { host: '' },
])('a request through a proxy on this machine is not local: %j', (headers) => {
  expect(mayReadMetrics(asks('127.0.0.1', headers), undefined)).toBe(false);
});

test('the right token grants access from anywhere, a wrong one denies it from anywhere', () => {
  const token = 'a-long-token';
  const authorization = `Bearer ${token}`;
  expect(mayReadMetrics(asks('192.0.2.7', { authorization, host: 'memori.example' }), token)).toBe(true);
  expect(mayReadMetrics(asks('127.0.0.1', { authorization, via: '1.1 proxy' }), token)).toBe(true);
  for (const wrong of ['Bearer a-long-tokem', 'Bearer ', token, ''])
    expect(mayReadMetrics(asks('127.0.0.1', { authorization: wrong }), token)).toBe(false);
  expect(mayReadMetrics(asks('127.0.0.1', { authorization: 'Bearer undefined' }), undefined)).toBe(false);
});

test('a request with two Host headers is not local', () => {
  const request = asks('127.0.0.1');
  request.headersDistinct['host'] = ['localhost:3000', 'memori.example'];
  expect(mayReadMetrics(request, undefined)).toBe(false);
});
