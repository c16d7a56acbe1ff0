import { expect, test } from 'vitest';
import { guardedLookup, isAllowed } from './addresses.ts';

test.each(['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => {
    expect(isAllowed(address, 'public')).toBe(true);
    expect(isAllowed(address, 'private')).toBe(false);
  },
);

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.1.10',
  '169.254.169.254',
  '100.64.0.1',
  '::1',
  'fd00::1',
  'fe80::1',
  '::ffff:127.0.0.1',
])('%s is private', (address) => {
  expect(isAllowed(address, 'private')).toBe(true);
  expect(isAllowed(address, 'public')).toBe(false);
});

test.each([
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '203.0.113.5',
  '240.0.0.1',
  '::',
  'ff02::1',
  '::7f00:1',
  '127.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'localhost',
  '',
])('%s is neither public nor private', (address) => {
  expect(isAllowed(address, 'public')).toBe(false);
  expect(isAllowed(address, 'private')).toBe(false);
});

test('an IPv4 address in a translated one decides', () => {
  // 93.184.216.34, 10.0.0.1, 169.254.169.254, 0.0.0.0
  const addresses = ['64:ff9b::5db8:d822', '64:ff9b::a00:1', '64:ff9b::a9fe:a9fe', '64:ff9b::'];
  expect(addresses.map((address) => isAllowed(address, 'public'))).toEqual([true, false, false, false]);
  expect(addresses.map((address) => isAllowed(address, 'private'))).toEqual([false, false, false, false]);
});

test('of several addresses, the forbidden ones are left out', async () => {
  const resolve = () => Promise.resolve(['10.0.0.1', '93.184.216.34', '::1', '64:ff9b::5db8:d822']);
  const found = await new Promise((done, fail) => {
    guardedLookup('public', resolve)('hooks.example', { all: true }, (error, addresses) =>
      error ? fail(error) : done(addresses),
    );
  });
  expect(found).toEqual([
    { address: '93.184.216.34', family: 4 },
    { address: '64:ff9b::5db8:d822', family: 6 },
  ]);
});
