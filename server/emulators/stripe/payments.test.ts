import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleCheckout, type SandboxBench, startSandboxBench } from '#tests/support/stripe.ts';

let bench: SandboxBench;
beforeEach(async () => {
  bench = await startSandboxBench();
});
afterEach(() => bench.close());

const create = (changes: object = {}) =>
  bench.stripe.checkout.sessions.create({ ...exampleCheckout, ...changes });

async function paid(): Promise<string> {
  const { id } = await create();
  return (await bench.sandbox.actions.pay(id)).payment_intent as string;
}

async function typesReceived(): Promise<string[]> {
  await bench.sandbox.settled();
  return bench.received.map(({ type }) => type).toSorted();
}

test('a payment completes the session and sends signed webhooks', async () => {
  const { stripe, sandbox } = bench;
  const { id } = await create();
  await sandbox.actions.pay(id);
  const session = await stripe.checkout.sessions.retrieve(id);
  expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', url: null, amount_total: 899 });
  const intent = await stripe.paymentIntents.retrieve(session.payment_intent as string, {
    expand: ['latest_charge'],
  });
  expect(intent).toMatchObject({
    status: 'succeeded',
    amount_received: 899,
    metadata: { userId: 'user-1' },
    latest_charge: { object: 'charge', paid: true, amount: 899, amount_refunded: 0 },
  });
  expect(await typesReceived()).toEqual([
    'charge.succeeded',
    'checkout.session.completed',
    'payment_intent.created',
    'payment_intent.succeeded',
  ]);
  const completed = bench.received.find(({ type }) => type === 'checkout.session.completed');
  expect(completed?.data.object).toMatchObject({ id, payment_status: 'paid' });
});

test('MEMORI10 takes 10 % off, in upper or lower case', async () => {
  const { id } = await create();
  const session = await bench.sandbox.actions.pay(id, { promotionCode: ' memori10' });
  expect(session).toMatchObject({
    amount_subtotal: 899,
    amount_total: 809,
    total_details: { amount_discount: 90 },
    payment_status: 'paid',
    discounts: [{ promotion_code: 'promo_sandbox_memori10' }],
  });
  const charges = await bench.stripe.charges.list({ payment_intent: session.payment_intent as string });
  expect(charges.data).toMatchObject([{ amount: 809 }]);
});

test('FREE100 completes the session without a payment', async () => {
  const { id } = await create();
  const session = await bench.sandbox.actions.pay(id, { promotionCode: 'FREE100' });
  expect(session).toMatchObject({
    status: 'complete',
    payment_status: 'no_payment_required',
    payment_intent: null,
    amount_subtotal: 899,
    amount_total: 0,
  });
  expect(await typesReceived()).toEqual(['checkout.session.completed']);
});

test('an unknown code is refused, and so is any code where the session allows none', async () => {
  const { id } = await create();
  await expect(bench.sandbox.actions.pay(id, { promotionCode: 'FREE200' })).rejects.toThrow('invalid');
  const strict = await create({ allow_promotion_codes: false });
  await expect(bench.sandbox.actions.pay(strict.id, { promotionCode: 'FREE100' })).rejects.toThrow('invalid');
  expect(await bench.stripe.checkout.sessions.retrieve(id)).toMatchObject({
    status: 'open',
    amount_total: 899,
  });
});

test('after a declined card the session stays open and can be paid with the same payment intent', async () => {
  const { id } = await create();
  const open = await bench.sandbox.actions.decline(id);
  expect(open).toMatchObject({ status: 'open', payment_status: 'unpaid' });
  const intent = open.payment_intent as string;
  expect(await bench.stripe.paymentIntents.retrieve(intent)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { type: 'card_error', code: 'card_declined' },
  });
  const session = await bench.sandbox.actions.pay(id);
  expect(session).toMatchObject({ status: 'complete', payment_intent: intent });
  const charges = await bench.stripe.charges.list({ payment_intent: intent });
  expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
});

test.each([
  [true, 'paid', 'succeeded', 'checkout.session.async_payment_succeeded'],
  [false, 'unpaid', 'requires_payment_method', 'checkout.session.async_payment_failed'],
] as const)(
  'a delayed payment completes the session unpaid; it arrives: %s',
  async (arrives, end, state, event) => {
    const { sandbox, stripe } = bench;
    const { id } = await create();
    const waiting = await sandbox.actions.payLater(id);
    expect(waiting).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    const intent = waiting.payment_intent as string;
    expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: 'processing' });
    expect(await typesReceived()).toContain('checkout.session.completed');
    expect(await sandbox.actions.settleLater(id, arrives)).toMatchObject({ payment_status: end });
    expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: state });
    expect(await typesReceived()).toContain(event);
    await expect(sandbox.actions.settleLater(id, true)).rejects.toThrow('under way');
  },
);

test('a payment can be refunded in parts, but not beyond its amount', async () => {
  const { stripe } = bench;
  const intent = await paid();
  await stripe.refunds.create({ payment_intent: intent, amount: 300 });
  const part = await stripe.charges.list({ payment_intent: intent });
  expect(part.data).toMatchObject([{ amount_refunded: 300, refunded: false }]);
  await expect(stripe.refunds.create({ payment_intent: intent, amount: 600 })).rejects.toMatchObject({
    param: 'amount',
  });
  await stripe.refunds.create({ payment_intent: intent, reason: 'requested_by_customer' });
  const whole = await stripe.charges.list({ payment_intent: intent });
  expect(whole.data).toMatchObject([{ amount_refunded: 899, refunded: true }]);
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  const refunds = await stripe.refunds.list({ payment_intent: intent });
  expect(refunds.data.map(({ amount }) => amount)).toEqual([599, 300]);
  expect((await typesReceived()).filter((type) => type === 'charge.refunded')).toHaveLength(2);
});

test('a refund needs a payment, and is idempotent per key', async () => {
  const { stripe } = bench;
  await expect(stripe.refunds.create({})).rejects.toMatchObject({ code: 'parameter_missing' });
  await expect(stripe.refunds.create({ payment_intent: 'pi_x' })).rejects.toMatchObject({
    code: 'resource_missing',
  });
  const payment_intent = await paid();
  for (let tries = 0; tries < 2; tries += 1) {
    await stripe.refunds.create({ payment_intent, amount: 100 }, { idempotencyKey: 'refund-1' });
  }
  expect((await stripe.refunds.list({ payment_intent })).data).toHaveLength(1);
});

test.each(['won', 'lost'] as const)('a dispute is opened and %s', async (outcome) => {
  const { stripe, sandbox } = bench;
  const intent = await paid();
  const { id } = await sandbox.actions.openDispute(intent);
  expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: 'needs_response', amount: 899 });
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_disputed',
  });
  await sandbox.actions.closeDispute(intent, outcome);
  const { data } = await stripe.disputes.list({ payment_intent: intent });
  expect(data).toMatchObject([{ id, status: outcome, payment_intent: intent }]);
  expect(await typesReceived()).toEqual(
    expect.arrayContaining(['charge.dispute.created', 'charge.dispute.closed']),
  );
  await expect(sandbox.actions.closeDispute(intent, outcome)).rejects.toThrow('no open dispute');
});

test('a declined card becomes the error class of the SDK', async () => {
  bench.sandbox.faults.failCalls(1, 'card_error');
  const refusal = await create().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Stripe.errors.StripeCardError);
  expect(refusal).toMatchObject({ statusCode: 402, code: 'card_declined' });
});
