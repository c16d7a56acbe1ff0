import { expect, test } from 'vitest';
import { DatabaseUnavailableError, isDatabaseUnavailable } from './errors.ts';

const withFields = (message: string, fields: object) => Object.assign(new Error(message), fields);

test.each([
  new DatabaseUnavailableError(),
  new Error('a call failed', { cause: new DatabaseUnavailableError() }),
  withFields('connect ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'connect' }),
  withFields('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' }),
  withFields('terminating connection due to administrator command', { code: '57P01' }),
  withFields('canceling statement due to statement timeout', { code: '57014' }),
  withFields('not reachable', { code: 'P1001' }),
  withFields('Raw query failed', {
    code: 'P2010',
    meta: { driverAdapterError: withFields('', { cause: { kind: 'DatabaseNotReachable' } }) },
  }),
  new Error('Connection terminated unexpectedly'),
  new Error('Query read timeout'),
])('recognises an unavailable database: %s', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test.each([
  undefined,
  'ECONNREFUSED',
  new Error('something else'),
  withFields('unique', { code: '23505' }),
  withFields('unique', { code: 'P2002' }),
  // A remote service, not the database.
  new TypeError('fetch failed', {
    cause: withFields('connect ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'connect' }),
  }),
])('any other error is not an unavailable database: %s', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});
