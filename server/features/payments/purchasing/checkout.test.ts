import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMetrics } from '#tests/support/exposition.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import { startTestServer } from '#tests/support/server.ts';
import { newVisitor } from '#tests/support/visitor.ts';
import { stuckMoney } from '../reconciling/stuck.ts';

let shop: Shop;
let stripe: Stripe;
beforeAll(async () => {
  shop = await openShop({ webhooks: false });
  const { hostname, port } = new URL(shop.sandbox.apiBase);
  stripe = new Stripe(shop.sandbox.secretKey, { host: hostname, port, protocol: 'http', telemetry: false });
});
afterAll(() => shop.close());

test.each([
  ['en', 'Legacy Collection'],
  ['it', 'Collezione di famiglia'],
])('a checkout in %s offers the package under its name, at our price', async (language, name) => {
  const visitor = await shop.newVisitor();
  const response = await visitor.post('/api/credits/checkout', { packageType: 'legacy', language });
  expect(response.status).toBe(200);
  const { url } = (await response.json()) as { url: string };
  expect(url).toMatch(new RegExp(`^${shop.url}/sandbox/stripe/`));
  const sessionId = /cs_test_\w+/.exec(url)?.[0] ?? '';
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['line_items'] });
  expect(session).toMatchObject({
    mode: 'payment',
    locale: language,
    currency: 'eur',
    amount_total: 2499,
    allow_promotion_codes: true,
    // Else Stripe charges in the buyer's currency, and the payment matches no offer.
    adaptive_pricing: { enabled: false },
    client_reference_id: visitor.userId,
    customer_email: visitor.email,
    metadata: { userId: visitor.userId, packageId: 'legacy', language },
    success_url: `${shop.url}/${language}/create?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shop.url}/${language}/packages`,
  });
  expect(session.line_items?.data).toMatchObject([{ description: name, quantity: 1 }]);
  expect(await shop.deps.db.purchase.findUniqueOrThrow({ where: { sessionId } })).toMatchObject({
    userId: visitor.userId,
    packageId: 'legacy',
    credits: 15,
    price: 2499,
    language,
    status: 'open',
  });
});

test('an address that the provider refuses keeps nobody from buying', async () => {
  const visitor = await shop.newVisitor();
  const email = `nonna.${visitor.userId}@müller.it`;
  await shop.deps.db.user.update({ where: { id: visitor.userId }, data: { email } });
  const session = await stripe.checkout.sessions.retrieve(await shop.checkout(visitor));
  expect(session).toMatchObject({ customer_email: null, amount_total: 899, status: 'open' });
});

test('a payment in another currency is being looked at, and never "not completed yet"', async () => {
  const visitor = await shop.newVisitor();
  const metadata = { userId: visitor.userId, packageId: 'heritage', language: 'it' };
  const price_data = { currency: 'usd', unit_amount: 899, product_data: { name: 'Heritage' } };
  const { id } = await stripe.checkout.sessions.create({
    mode: 'payment',
    client_reference_id: visitor.userId,
    metadata,
    line_items: [{ quantity: 1, price_data }],
    success_url: `${shop.url}/it/create`,
  });
  expect(await shop.answer(visitor, id)).toMatchObject({ success: false, code: 'payment_incomplete' });
  await shop.sandbox.actions.pay(id);
  expect(await shop.answer(visitor, id)).toMatchObject({
    success: false,
    code: 'payment_in_review',
    credits: 1,
    error:
      'Your payment has arrived, but it is not what was offered. We are looking at it and will write to you.',
  });
  const isStuck = async () =>
    (await stuckMoney(shop.deps, Date.now())).filter((each) => each.id === id).map(({ why }) => why);
  const metric = async () => (await readMetrics(shop.url)).valueOf('memori_payments_mismatched');
  expect([await isStuck(), await metric()]).toEqual([
    ['it was paid, but differs from the offer in: currency'],
    1,
  ]);
  // The operator gives the money back.
  await shop.sandbox.actions.refund(await shop.paymentOf(id));
  for (const event of shop.eventsOf(await shop.paymentOf(id))) await shop.deliver(event);
  expect([await isStuck(), await metric()]).toEqual([[], 0]);
  expect(await visitor.credits()).toBe(1);
});

test('the payment carries the metadata that refunds and disputes are matched by', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId);
  const intent = await stripe.paymentIntents.retrieve(await shop.paymentOf(sessionId));
  expect(intent.metadata).toMatchObject({ userId: visitor.userId, packageId: 'heritage' });
});

test('clients can’t supply a price or an address', async () => {
  const visitor = await shop.newVisitor();
  const body = { packageType: 'eternal', language: 'en', price: 1, successUrl: 'https://evil.example' };
  const { url } = (await (
    await visitor.post('/api/credits/checkout', body, { 'x-forwarded-host': 'evil.example' })
  ).json()) as { url: string };
  const session = await stripe.checkout.sessions.retrieve(/cs_test_\w+/.exec(url)?.[0] ?? '');
  expect(session.amount_total).toBe(4499);
  expect(session.success_url).toMatch(new RegExp(`^${shop.url}/`));
});

test.each([
  [{ packageType: 'gold', language: 'en' }, 'invalid_package'],
  [{ language: 'en' }, 'invalid_package'],
  [{ packageType: 'legacy', language: 'de' }, 'invalid_request'],
])('refuses %j: %s', async (body, code) => {
  const visitor = await shop.newVisitor();
  const response = await visitor.post('/api/credits/checkout', body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code });
});

test('requires signing in', async () => {
  const response = await fetch(`${shop.url}/api/credits/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ packageType: 'legacy' }),
  });
  expect(response.status).toBe(401);
});

test('answers 503 while the provider is unavailable, and a lost response creates no second session', async () => {
  const visitor = await shop.newVisitor();
  shop.sandbox.faults.failCalls(3);
  const refused = await visitor.post('/api/credits/checkout', { packageType: 'legacy' });
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: 'payments_unavailable' });
  const { length: before } = (await stripe.checkout.sessions.list({ limit: 100 })).data;
  shop.sandbox.faults.loseAnswers(2);
  await shop.checkout(visitor);
  expect((await stripe.checkout.sessions.list({ limit: 100 })).data).toHaveLength(before + 1);
});

test('allows thirty checkouts in ten minutes', async () => {
  const visitor = await shop.newVisitor();
  for (let each = 0; each < 30; each += 1) await shop.checkout(visitor);
  const response = await visitor.post('/api/credits/checkout', { packageType: 'legacy' });
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('there is no sandbox at a public address, whatever NODE_ENV says', async () => {
  const reached: Record<string, string>[] = [
    { PUBLIC_URL: 'https://memori.example' },
    { NODE_ENV: 'test', PUBLIC_URL: 'http://192.168.7.7:3000' },
  ];
  for (const settings of reached) {
    const server = await startTestServer({ jobs: false, settings });
    try {
      expect(server.deps).toMatchObject({ payments: null, sandbox: null });
      expect((await fetch(`${server.url}/sandbox/stripe`)).status).toBe(404);
    } finally {
      await server.close();
    }
  }
});

test('in production without keys Memori runs without sales: no sandbox, 503', async () => {
  const server = await startTestServer({
    jobs: false,
    settings: { NODE_ENV: 'production', INSECURE_HTTP: '1' },
  });
  try {
    expect(server.deps.sandbox).toBeNull();
    const visitor = await newVisitor(server.url);
    const checkout = await visitor.post('/api/credits/checkout', { packageType: 'legacy' });
    expect(checkout.status).toBe(503);
    expect(await checkout.json()).toMatchObject({
      error: 'Purchases are not available right now.',
      code: 'payments_unavailable',
    });
    expect((await visitor.get('/api/checkout/success?session_id=cs_test_12345678')).status).toBe(503);
    for (const path of ['/sandbox/stripe', '/sandbox/stripe/pay/cs_test_12345678'])
      expect((await visitor.get(path)).status).toBe(404);
    const webhook = await visitor.post('/api/stripe/webhook', {}, { 'stripe-signature': 't=1,v1=2' });
    expect(webhook.status).toBe(503);
    const config = (await (await visitor.get('/api/trpc/config.get')).json()) as { result: unknown };
    expect(config).toMatchObject({ result: { data: { purchasesAvailable: false, pixelId: null } } });
  } finally {
    await server.close();
  }
});
