import { expect, test } from 'vitest';
import { isForwarded } from './forwarded.ts';

test.each([
  ...['forwarded', 'via', 'x-forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
  ...[
    'x-forwarded-port',
    'x-forwarded-server',
    'x-forwarded-by',
    'forwarded-for',
    'x-real-ip',
    'x-client-ip',
  ],
  ...['client-ip', 'x-cluster-client-ip', 'true-client-ip', 'cf-connecting-ip', 'cf-ray', 'cdn-loop'],
  ...[
    'fastly-client-ip',
    'fly-client-ip',
    'x-remote-addr',
    'x-remote-ip',
    'x-original-for',
    'x-original-host',
  ],
  ...['x-envoy-external-address', 'x-amzn-trace-id', 'x-azure-clientip', 'x-appengine-user-ip'],
])('%s marks a request as forwarded', (name) => expect(isForwarded({ headers: { [name]: '' } })).toBe(true));

test('what browsers and programs send does not', () => {
  const names = [
    ...[
      'host',
      'connection',
      'user-agent',
      'accept',
      'accept-language',
      'accept-encoding',
      'cookie',
      'referer',
    ],
    ...[
      'origin',
      'sec-fetch-site',
      'authorization',
      'content-type',
      'content-length',
      'range',
      'if-none-match',
    ],
    ...[
      'idempotency-key',
      'traceparent',
      'expect',
      'prefer',
      'x-requested-with',
      'priority',
      'dnt',
      'upgrade',
    ],
  ];
  expect(isForwarded({ headers: Object.fromEntries(names.map((name) => [name, 'x'])) })).toBe(false);
});
