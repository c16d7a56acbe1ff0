import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleCheckout, type SandboxBench, startSandboxBench } from '../../tests/support/stripe.ts';

let bench: SandboxBench;
beforeEach(async () => {
  bench = await startSandboxBench();
});
afterEach(() => bench.close());

test('a new session is open, unpaid, and has a page that nobody can guess', async () => {
  const { stripe } = bench;
  const session = await stripe.checkout.sessions.create(exampleCheckout);
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
  expect(session.url).toBe(`http://localhost:3000/sandbox/stripe/pay/${session.id}`);
  expect(session.expires_at - session.created).toBe(24 * 60 * 60);
  const { lastResponse, ...read } = await stripe.checkout.sessions.retrieve(session.id);
  expect(lastResponse.requestId).toMatch(/^req_/);
  expect(read).toEqual(JSON.parse(JSON.stringify(session)));
});

test('a payment completes the session and says so by signed webhooks', async () => {
  const { stripe, sandbox, received } = bench;
  const { id } = await stripe.checkout.sessions.create(exampleCheckout);
  await sandbox.acts.pay(id);
  await sandbox.settled();
  const session = await stripe.checkout.sessions.retrieve(id);
  expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', url: null, amount_total: 899 });
  const intent = await stripe.paymentIntents.retrieve(String(session.payment_intent), {
    expand: ['latest_charge'],
  });
  expect(intent).toMatchObject({
    status: 'succeeded',
    amount_received: 899,
    metadata: { userId: 'user-1' },
    latest_charge: { object: 'charge', paid: true, amount: 899, amount_refunded: 0 },
  });
  expect(received.map(({ type }) => type).toSorted()).toEqual([
    'charge.succeeded',
    'checkout.session.completed',
    'payment_intent.created',
    'payment_intent.succeeded',
  ]);
  const completed = received.find(({ type }) => type === 'checkout.session.completed');
  expect(completed?.data.object).toMatchObject({ id, payment_status: 'paid' });
});
