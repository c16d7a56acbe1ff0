import { lookup } from 'node:dns/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NameServer, startNameServer } from '#tests/support/dns.ts';
import { createResolve, type Resolve } from './addresses.ts';
import { openRequest } from './http-request.ts';

let names: NameServer;
let resolve: Resolve;
beforeAll(async () => {
  names = await startNameServer(
    { 'photos.test': ['93.184.216.34', '93.184.216.35'], 'private.test': ['192.168.0.1', '10.0.0.1'] },
    ['silent.test'],
  );
  // However slow the machine is, what gets an answer is not given up.
  resolve = createResolve([names.address], 600_000);
});
afterAll(() => names.close());

const openTo = (host: string) =>
  openRequest(new URL(`https://${host}/`), {
    addresses: 'public',
    resolve,
    timeoutMilliseconds: 600_000,
    signal: new AbortController().signal,
  });

test('a name has all its addresses', async () => {
  expect(await resolve('photos.test')).toEqual(['93.184.216.34', '93.184.216.35']);
});

test('a name without addresses is said to have none', async () => {
  await expect(resolve('nowhere.test')).rejects.toMatchObject({ name: 'UnresolvedNameError' });
  await expect(openTo('nowhere.test')).rejects.toMatchObject({ reason: 'unresolved', reached: false });
});

test('a name with forbidden addresses only is not connected to', async () => {
  await expect(openTo('private.test')).rejects.toMatchObject({ reason: 'forbidden-address', reached: false });
});

test('names whose server does not answer hold up no other lookup', async () => {
  let waiting = 20;
  const silent = Array.from({ length: waiting }, () => resolve('silent.test').finally(() => (waiting -= 1)));
  const asked = () => names.asked.filter((name) => name === 'silent.test');
  // For an IPv4 and an IPv6 address each.
  await expect.poll(() => asked().length).toBeGreaterThanOrEqual(40);
  // The system's lookups share the thread pool with file access: four of twenty would fill it.
  await lookup('localhost');
  expect(await resolve('photos.test')).toHaveLength(2);
  expect(waiting).toBe(20);
  names.deny();
  const outcomes = await Promise.allSettled(silent);
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
});

test('a name whose server never answers is given up', async () => {
  const lookingUp = createResolve([names.address], 200)('silent.test');
  await expect(lookingUp).rejects.toMatchObject({ name: 'UnresolvedNameError' });
});
