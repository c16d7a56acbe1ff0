import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleCheckout, type SandboxBench, startSandboxBench, stripeFor } from '#tests/support/stripe.ts';

let bench: SandboxBench;
beforeEach(async () => {
  bench = await startSandboxBench();
});
afterEach(() => bench.close());

const create = (changes: object = {}, options: Stripe.RequestOptions = {}) =>
  bench.stripe.checkout.sessions.create({ ...exampleCheckout, ...changes }, options);

test('a new session is open and unpaid, with an unguessable page address', async () => {
  const session = await create();
  expect(session).toMatchObject({
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    amount_subtotal: 899,
    amount_total: 899,
    currency: 'eur',
    payment_intent: null,
    client_reference_id: 'user-1',
    metadata: { packageId: 'heritage' },
    livemode: false,
  });
  expect(session.id).toMatch(/^cs_test_[a-z2-7]{64}$/);
  expect(session.url).toBe(`${bench.url}/sandbox/stripe/pay/${session.id}`);
  expect(session.expires_at - session.created).toBe(24 * 60 * 60);
  const read = await bench.stripe.checkout.sessions.retrieve(session.id);
  expect(read.lastResponse.requestId).toMatch(/^req_/);
  expect({ ...read }).toEqual({ ...session });
});

test('expansions appear only in the response that asked for them', async () => {
  const { id } = await create();
  await bench.sandbox.actions.pay(id);
  const whole = await bench.stripe.checkout.sessions.retrieve(id, {
    expand: ['line_items', 'payment_intent.latest_charge'],
  });
  expect(whole.line_items?.data).toMatchObject([{ description: 'Heritage: 5 videos', amount_total: 899 }]);
  expect(whole.payment_intent).toMatchObject({ object: 'payment_intent', latest_charge: { paid: true } });
  const plain = await bench.stripe.checkout.sessions.retrieve(id);
  expect(plain).not.toHaveProperty('line_items');
  expect(plain.payment_intent).toMatch(/^pi_/);
  const listed = await bench.stripe.checkout.sessions.list({ expand: ['data.payment_intent'] });
  expect(listed.data[0]?.payment_intent).toMatchObject({ status: 'succeeded' });
  await expect(bench.stripe.checkout.sessions.retrieve(id, { expand: ['nothing'] })).rejects.toThrow(
    'This property cannot be expanded (nothing).',
  );
});

test('an expired session can be neither paid nor expired again', async () => {
  const { id } = await create();
  const expired = await bench.stripe.checkout.sessions.expire(id);
  expect(expired).toMatchObject({ status: 'expired', payment_status: 'unpaid', url: null });
  await expect(bench.stripe.checkout.sessions.expire(id)).rejects.toBeInstanceOf(
    Stripe.errors.StripeInvalidRequestError,
  );
  await expect(bench.sandbox.actions.pay(id)).rejects.toThrow('status of expired');
  await bench.sandbox.settled();
  expect(bench.received.map(({ type }) => type)).toEqual(['checkout.session.expired']);
});

test('lists are sorted newest first, paginated, and filtered by time and payment', async () => {
  const made = [];
  for (let index = 0; index < 7; index += 1) made.push((await create()).id);
  const { sessions } = bench.stripe.checkout;
  const first = await sessions.list({ limit: 3 });
  expect(first).toMatchObject({ object: 'list', has_more: true });
  const all = [];
  for await (const { id } of sessions.list({ limit: 3 })) all.push(id);
  expect(all).toEqual(made.toReversed());
  const before = await sessions.list({ limit: 2, ending_before: made[2] ?? '' });
  expect(before.data.map(({ id }) => id)).toEqual([made[4], made[3]]);

  const created = first.data[0]?.created ?? 0;
  expect((await sessions.list({ created: { gt: created + 60 } })).data).toEqual([]);
  expect((await sessions.list({ created: { gte: created - 60 }, limit: 100 })).data).toHaveLength(7);
  const paid = await bench.sandbox.actions.pay(made[4] ?? '');
  const found = await sessions.list({ payment_intent: paid.payment_intent as string });
  expect(found.data.map(({ id }) => id)).toEqual([made[4]]);
  await expect(sessions.list({ starting_after: 'cs_nobody' })).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'starting_after',
  });
});

const item = exampleCheckout.line_items[0]!;
const priced = (price: object) => ({
  line_items: [{ ...item, price_data: { ...item.price_data, ...price } }],
});

test.each([
  ['no mode', { mode: undefined }, 'parameter_missing', 'mode'],
  ['another mode', { mode: 'subscription' }, undefined, 'mode'],
  ['no line items', { line_items: undefined }, 'parameter_missing', 'line_items'],
  ['no success address', { success_url: undefined }, 'parameter_missing', 'success_url'],
  ['a path for an address', { success_url: '/en/create' }, 'url_invalid', 'success_url'],
  ['a script for an address', { cancel_url: 'javascript:alert(1)' }, 'url_invalid', 'cancel_url'],
  [
    'a fraction of a cent',
    priced({ unit_amount: 8.99 }),
    'parameter_invalid_integer',
    'line_items[0][price_data][unit_amount]',
  ],
  [
    'a price of nothing',
    priced({ unit_amount: 0 }),
    'parameter_invalid_integer',
    'line_items[0][price_data][unit_amount]',
  ],
  ['an unknown currency', priced({ currency: 'xxx' }), undefined, 'line_items[0][price_data][currency]'],
  [
    'no quantity',
    { line_items: [{ price_data: item.price_data }] },
    'parameter_missing',
    'line_items[0][quantity]',
  ],
  ['a broken e-mail', { customer_email: 'nonna' }, 'email_invalid', 'customer_email'],
  ['an empty reference', { client_reference_id: '' }, 'parameter_invalid_empty', 'client_reference_id'],
  ['an unknown parameter', { surprise: 1 }, 'parameter_unknown', 'surprise'],
  ['long metadata', { metadata: { note: 'x'.repeat(501) } }, undefined, 'metadata[note]'],
  ['a past end', { expires_at: 1 }, undefined, 'expires_at'],
])('%s is refused', async (_what, changes, code, param) => {
  const refusal = await create(changes).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  expect(refusal).toMatchObject({ statusCode: 400, code, param });
});

test('requires the right API key', async () => {
  const { apiBase } = bench.sandbox;
  const stranger = stripeFor({ apiBase, secretKey: 'sk_test_other' });
  await expect(stranger.checkout.sessions.list()).rejects.toBeInstanceOf(
    Stripe.errors.StripeAuthenticationError,
  );
  const bare = await fetch(`${apiBase}/v1/checkout/sessions`);
  expect(bare.status).toBe(401);
  expect(await bare.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
});

test('unknown objects are answered with 404 in the shape that the SDK expects', async () => {
  await expect(bench.stripe.checkout.sessions.retrieve('cs_test_x')).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 404,
    code: 'resource_missing',
  });
  await expect(bench.stripe.customers.list()).rejects.toMatchObject({ statusCode: 404 });
});

test('an idempotency key replays the first response, and refuses other parameters', async () => {
  const first = await create({}, { idempotencyKey: 'attempt-1' });
  const again = await create({}, { idempotencyKey: 'attempt-1' });
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  await expect(create({ locale: 'it' }, { idempotencyKey: 'attempt-1' })).rejects.toBeInstanceOf(
    Stripe.errors.StripeIdempotencyError,
  );
  expect((await create({}, { idempotencyKey: 'attempt-2' })).id).not.toBe(first.id);
  expect((await bench.stripe.checkout.sessions.list()).data).toHaveLength(2);
});

test('the SDK retries a call that fails or loses its response, and it takes effect once', async () => {
  const { sandbox, stripe } = bench;
  sandbox.faults.failCalls(1);
  await create({}, { maxNetworkRetries: 2 });
  sandbox.faults.loseAnswers(1);
  await create({}, { maxNetworkRetries: 2 });
  expect((await stripe.checkout.sessions.list()).data).toHaveLength(2);
  sandbox.faults.failCalls(1);
  await expect(create({}, { maxNetworkRetries: 0 })).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
});

test('promotion codes can be listed and looked up', async () => {
  const { data } = await bench.stripe.promotionCodes.list({ active: true });
  expect(data.map(({ code }) => code).toSorted()).toEqual(['FREE100', 'MEMORI10']);
  const found = await bench.stripe.promotionCodes.list({ code: 'memori10' });
  expect(found.data).toMatchObject([{ promotion: { coupon: { percent_off: 10 } } }]);
});
