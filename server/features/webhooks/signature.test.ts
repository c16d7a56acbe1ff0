import { expect, test } from 'vitest';
import type { AppError } from '#server/platform/errors.ts';
import { createSecret, signedHeaders, readTarget } from './signature.ts';

test('signs a message according to Standard Webhooks', () => {
  // The example from the Standard Webhooks libraries.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
  expect(signedHeaders(message, [secret], 1_614_265_330_999)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('two secrets give two signatures, the newer first', () => {
  const message = { id: 'msg_1', body: '{}' };
  const [one, other] = [createSecret(), createSecret()];
  const of = (secrets: string[]) => signedHeaders(message, secrets, 0)['webhook-signature'];
  expect(of([one, other])).toBe(`${of([one])} ${of([other])}`);
  expect(of([one])).not.toBe(of([other]));
});

const refusal = (address: string, localDevelopment: boolean) => {
  try {
    return readTarget(address, { localDevelopment }).addresses;
  } catch (error) {
    return (error as AppError).code;
  }
};

test.each([
  ['https://example.com/hook', 'public', 'public'],
  ['https://example.com:8443/hook?a=b', 'public', 'public'],
  ['http://localhost:4000/hook', 'private', 'invalid_webhook_url'],
  ['https://127.0.0.1/hook', 'private', 'invalid_webhook_url'],
  ['http://[::1]:4000/', 'private', 'invalid_webhook_url'],
  ['http://example.com/hook', 'invalid_webhook_url', 'invalid_webhook_url'],
  ['https://10.0.0.1/hook', 'invalid_webhook_url', 'invalid_webhook_url'],
  ['https://169.254.169.254/latest/meta-data', 'invalid_webhook_url', 'invalid_webhook_url'],
  ['https://[::ffff:10.0.0.1]/', 'invalid_webhook_url', 'invalid_webhook_url'],
  ['https://0x7f.1/', 'private', 'invalid_webhook_url'],
  ['https://me:secret@example.com/', 'invalid_webhook_url', 'invalid_webhook_url'],
  ['ftp://example.com/', 'invalid_webhook_url', 'invalid_webhook_url'],
  ['file:///etc/passwd', 'invalid_webhook_url', 'invalid_webhook_url'],
  ['nowhere', 'invalid_webhook_url', 'invalid_webhook_url'],
])('%s: in local development %s, elsewhere %s', (address, outside, production) => {
  expect([refusal(address, true), refusal(address, false)]).toEqual([outside, production]);
});
