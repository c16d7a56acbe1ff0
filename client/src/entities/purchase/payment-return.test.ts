import { expect, test } from 'vitest';
import { splitSession } from './payment-return.ts';

test('removes the session from the query, and keeps the rest', () => {
  expect(splitSession('?session_id=cs_test_1')).toEqual({ sessionId: 'cs_test_1', search: '' });
  expect(splitSession('?a=1&session_id=cs_test_1&b=x%20y')).toEqual({
    sessionId: 'cs_test_1',
    search: '?a=1&b=x+y',
  });
});

test('a query without a session is unchanged', () => {
  expect(splitSession('?a=x%20y')).toEqual({ sessionId: null, search: '?a=x%20y' });
  expect(splitSession('')).toEqual({ sessionId: null, search: '' });
});
