import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger, type Logger } from './logger.ts';
import { logSecurityEvent } from './security-log.ts';

let lines: Record<string, unknown>[];
let logger: Logger;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  logger = createLogger('info', {
    write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const forge = (address: string) => logSecurityEvent(logger, 'webhook_forged', { address });

test('one address gets twenty lines of an event in a minute, and others still get theirs', () => {
  for (let index = 0; index < 1600; index += 1) forge('203.0.113.1');
  expect(lines).toHaveLength(20);
  forge('203.0.113.2');
  logSecurityEvent(logger, 'cross_site_refused', { address: '203.0.113.1' });
  expect(lines.slice(20)).toEqual([
    expect.objectContaining({ event: 'webhook_forged', address: '203.0.113.2' }),
    expect.objectContaining({ event: 'cross_site_refused', address: '203.0.113.1' }),
  ]);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(22)).toEqual([
    expect.objectContaining({ event: 'webhook_forged', leftOut: 1580, msg: 'security events left out' }),
  ]);
  forge('203.0.113.1');
  expect(lines).toHaveLength(24);
});

test('an IPv6 network counts as one address, and all addresses together get 300 lines', () => {
  for (let index = 0; index < 30; index += 1) forge(`2001:db8::${index.toString(16)}`);
  expect(lines).toHaveLength(20);
  for (let index = 0; index < 400; index += 1) forge(`198.51.${index >> 8}.${index & 255}`);
  expect(lines).toHaveLength(300);
});

test('every sign-in is written', () => {
  for (let index = 0; index < 400; index += 1)
    logSecurityEvent(logger, 'signed_in', { account: 'a', by: 'password' });
  expect(lines).toHaveLength(400);
});

test('lines are bounded, whatever is sent', () => {
  const long = 'a'.repeat(6000);
  logSecurityEvent(logger, 'cross_site_refused', { address: '203.0.113.1', path: `/${long}`, origin: long });
  logger.error({ err: new Error(long.repeat(4)), path: long }, 'failed');
  expect(lines[0]).toMatchObject({ path: `/${'a'.repeat(199)}…`, origin: `${'a'.repeat(200)}…` });
  expect(JSON.stringify(lines[0]).length).toBeLessThan(700);
  expect(JSON.stringify(lines[1]).length).toBeLessThan(20_000);
});
