import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { createSecret, signedHeaders } from '#server/features/webhooks/signature.ts';
import { verifyWebhook, type WebhookHeaders } from './webhooks.ts';

const [secret, former, foreign] = [createSecret(), createSecret(), createSecret()];
const body = JSON.stringify({
  type: 'credits.low',
  timestamp: '2026-11-22T12:00:00.000Z',
  data: { credits: 2 },
});
const signed = (secrets: string[], now?: number) => signedHeaders({ id: 'msg_1', body }, secrets, now);

test('accepts a message signed by Memori', async () => {
  const read = {
    id: 'msg_1',
    type: 'credits.low',
    timestamp: '2026-11-22T12:00:00.000Z',
    data: { credits: 2 },
  };
  expect(await verifyWebhook(body, signed([secret]), secret)).toEqual(read);
  expect(await verifyWebhook(new TextEncoder().encode(body), new Headers(signed([secret])), secret)).toEqual(
    read,
  );
});

test('the example of the Standard Webhooks libraries verifies, except for its age', async () => {
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const read = (toleranceSeconds?: number) =>
    verifyWebhook('{"test": 2432232314}', headers, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
      toleranceSeconds,
    });
  expect(await read(Infinity)).toEqual({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', test: 2432232314 });
  await expect(read()).rejects.toThrow('The message is too old or too new');
});

test('both secrets are accepted during a rotation, on either side', async () => {
  const [sentWithBoth, sentWithFormer] = [signed([secret, former]), signed([former])];
  expect(await verifyWebhook(body, sentWithBoth, former)).toHaveProperty('id', 'msg_1');
  expect(await verifyWebhook(body, sentWithBoth, secret)).toHaveProperty('id', 'msg_1');
  expect(await verifyWebhook(body, sentWithFormer, [secret, former])).toHaveProperty('id', 'msg_1');
});

test('headers are found in any case, and in lists of one', async () => {
  const entries = Object.entries(signed([secret]));
  const titled = entries.map(([name, value]) => [
    name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    value,
  ]);
  const shouted = entries.map(([name, value]) => [name.toUpperCase(), [value]]);
  for (const headers of [titled, shouted].map((each) => Object.fromEntries(each) as WebhookHeaders))
    expect(await verifyWebhook(body, headers, secret)).toHaveProperty('id', 'msg_1');
  const incoming: IncomingHttpHeaders = signed([secret]);
  expect(await verifyWebhook(body, incoming, secret)).toHaveProperty('id', 'msg_1');
});

const minutes = (count: number) => Date.now() + count * 60_000;

test.each([
  ['of another secret', body, signed([foreign])],
  ['with another body', body.replace('2', '3'), signed([secret])],
  ['with another id', body, { ...signed([secret]), 'webhook-id': 'msg_2' }],
  ['that is too old', body, signed([secret], minutes(-6))],
  ['with two ids', body, { ...signed([secret]), 'Webhook-Id': ['msg_2'] }],
  ['of the future', body, signed([secret], minutes(6))],
  ['without a time', body, { ...signed([secret]), 'webhook-timestamp': 'now' }],
  ['without a signature', body, { ...signed([secret]), 'webhook-signature': undefined }],
  ['with a signature that is none', body, { ...signed([secret]), 'webhook-signature': 'v1,€ v1 v2,AAAA' }],
])('a message %s is refused', async (_, sent, headers) => {
  await expect(verifyWebhook(sent, headers, secret)).rejects.toMatchObject({
    name: 'MemoriError',
    code: 'invalid_webhook',
  });
});

test('an invalid secret is told apart from an invalid message', async () => {
  await expect(verifyWebhook(body, signed([secret]), '')).rejects.toThrow(TypeError);
});
