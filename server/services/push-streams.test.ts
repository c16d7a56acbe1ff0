import { afterEach, expect, test } from 'vitest';
import { createLogger } from '../platform/logging/logger.ts';
import { createPushStreams, type PushStreams } from './push-streams.ts';

let lines: string[] = [];
let streams: PushStreams;
afterEach(() => streams.close());

function begin(): void {
  lines = [];
  const everybodyStays = async (ids: string[]) => new Set(ids);
  streams = createPushStreams(everybodyStays, createLogger('warn', { write: (line) => lines.push(line) }));
}

function open(userId: string, address: string, destroy = () => {}) {
  return streams.open({ userId, credentialId: `session of ${userId}`, address, destroy });
}

test('a network has at most 100 streams across all users, and an IPv6 network counts as one', () => {
  begin();
  const first = open('user 0', '2001:db8::1');
  const others = Array.from({ length: 99 }, (_each, index) => open(`user ${index}`, `2001:db8::${index}`));
  expect(first.signal.aborted).toBe(false);
  open('last', '2001:db8::ffff');
  open('elsewhere', '192.0.2.1');
  expect(first.signal.aborted).toBe(true);
  expect(others.filter(({ signal }) => signal.aborted)).toEqual([]);
});

test('one user who opens stream after stream ends only their own', () => {
  begin();
  const zia = open('zia', '192.0.2.1');
  const all = Array.from({ length: 30 }, () => open('nonna', '192.0.2.1'));
  expect(all.filter(({ signal }) => !signal.aborted)).toHaveLength(10);
  expect(zia.signal.aborted).toBe(false);
});

test('the streams of a session that ends, end with it', () => {
  begin();
  const [one, again, other] = [
    open('nonna', '192.0.2.1'),
    open('nonna', '192.0.2.2'),
    open('zia', '192.0.2.3'),
  ];
  streams.endOf('session of nonna');
  expect([one, again, other].map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
});

test('a closed stream frees its slot', () => {
  begin();
  const all = Array.from({ length: 10 }, () => open('nonna', '192.0.2.1'));
  all[9]?.[Symbol.dispose]();
  open('nonna', '192.0.2.1');
  expect(all.slice(0, 9).filter(({ signal }) => signal.aborted)).toEqual([]);
});

test('a stream that does not end when aborted is destroyed, and the limit is logged once', async () => {
  begin();
  const cut = Promise.withResolvers<void>();
  open('nonna', '192.0.2.1', cut.resolve);
  for (let index = 0; index < 30; index += 1) open('nonna', '192.0.2.1');
  await cut.promise;
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ event: 'limit_reached', limit: 'streams-of-user', userId: 'nonna' }),
  ]);
});
