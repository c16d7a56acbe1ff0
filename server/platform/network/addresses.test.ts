import { expect, test } from 'vitest';
import { isAllowed } from './addresses.ts';

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
