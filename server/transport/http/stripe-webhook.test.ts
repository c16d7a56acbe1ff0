import pg from 'pg';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { ledgerFaults } from '#tests/support/ledger.ts';
import { readMetrics } from '#tests/support/exposition.ts';
import { startTestServer } from '#tests/support/server.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import type { Visitor } from '#tests/support/visitor.ts';

let shop: Shop;
let visitor: Visitor;
let completed: Stripe.Event;
beforeAll(async () => {
  shop = await openShop({ webhooks: false });
  visitor = await shop.newVisitor();
  completed = await paidEvent();
});
afterAll(() => shop.close());

async function paidEvent(): Promise<Stripe.Event> {
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId);
  const event = shop.eventsOf(sessionId).find(({ type }) => type === 'checkout.session.completed');
  if (!event) throw new Error('nothing was said of the payment');
  return event;
}

const now = () => Math.floor(Date.now() / 1000);

function sign(payload: string, secret = shop.sandbox.webhookSecret, timestamp = now()): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

/** Forged messages, as pairs of body and signature. */
function forgeries(index: number): [payload: string, signature: string | null] {
  const payload = JSON.stringify(completed);
  const kinds: [string, string | null][] = [
    [payload, null],
    [payload, ''],
    [payload, sign(payload, `whsec_guess${index}`)],
    [payload, sign(payload, undefined, now() - 301 - index)],
    [payload.replace('"livemode":false', `"livemode":false, "x":${index}`), sign(payload)],
    [`${payload} `, sign(payload)],
    [payload, sign(payload).replace(/v1=(.)/, (_, first) => `v1=${first === '0' ? '1' : '0'}`)],
    [payload, sign(payload).replace('v1=', 'v0=')],
    [payload, sign(payload).replace(/t=(\d+)/, (_, time) => `t=${Number(time) + 1 + index}`)],
    ['', sign(payload)],
  ];
  return kinds[index % kinds.length] ?? [payload, null];
}

test('500 forged, old, altered or wrongly signed messages get 400, and nothing is written', async () => {
  const counts = () =>
    Promise.all([
      shop.deps.db.creditEntry.count(),
      shop.deps.db.purchase.findMany({ orderBy: { sessionId: 'asc' } }),
    ]);
  const before = await counts();
  const send = async (index: number) => {
    const [body, signature] = forgeries(index);
    const response = await fetch(`${shop.url}/api/stripe/webhook`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signature === null ? {} : { 'stripe-signature': signature }),
      },
      body,
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  for (let start = 0; start < 500; start += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => send(start + index)));
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 400,
        body: { error: 'Invalid signature', code: 'invalid_signature' },
      });
  }
  expect(await counts()).toEqual(before);
});

test('a right signature with another time is called that, with both times', async () => {
  const lines: string[] = [];
  const memori = await startTestServer({
    jobs: false,
    settings: { STRIPE_SECRET_KEY: 'sk_test_clock', STRIPE_WEBHOOK_SECRET: 'whsec_clock' },
    log: (line) => lines.push(line),
  });
  onTestFinished(() => memori.close());
  const payload = JSON.stringify(completed);
  const late = now() - 301;
  const deliver = (signature: string) =>
    fetch(`${memori.url}/api/stripe/webhook`, {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body: payload,
    });
  for (const signature of [sign(payload, 'whsec_clock', late), sign(payload, 'whsec_guess', late)])
    expect((await deliver(signature)).status).toBe(400);
  const events = lines.map((line) => JSON.parse(line) as Record<string, string>).filter(({ event }) => event);
  expect(events).toMatchObject([
    { event: 'webhook_untimely', signedAt: new Date(late * 1000).toISOString() },
    { event: 'webhook_forged' },
  ]);
  const gap = Date.parse(events[0]?.['receivedAt'] ?? '') - late * 1000;
  expect(gap).toBeGreaterThanOrEqual(301_000);
  const metrics = await readMetrics(memori.url);
  expect(metrics.valueOf('memori_payment_webhooks_untimely_total')).toBeGreaterThanOrEqual(1);
});

test('a signed message is accepted from any origin with any content type', async () => {
  const payload = JSON.stringify({ ...completed, type: 'customer.created' });
  const response = await fetch(`${shop.url}/api/stripe/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'text/plain',
      'sec-fetch-site': 'cross-site',
      'stripe-signature': sign(payload),
    },
    body: payload,
  });
  expect(response.status).toBe(200);
  expect(await visitor.credits()).toBe(1);
});

test('a message over a megabyte is refused', async () => {
  const payload = JSON.stringify({ ...completed, padding: 'x'.repeat(1024 * 1024) });
  const response = await fetch(`${shop.url}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'stripe-signature': sign(payload) },
    body: payload,
  });
  expect(response.status).toBe(413);
});

test('messages about unknown objects are accepted and ignored', async () => {
  // Typed as object: spreading Stripe's union of all events would slow the compiler down more than the rest of Memori.
  const event: object = completed;
  const strange = [
    { ...event, type: 'invoice.paid' },
    { ...event, type: 'charge.refunded', data: { object: { id: 'ch_1', payment_intent: 'pi_notours0' } } },
    { ...event, type: 'checkout.session.completed', data: { object: { id: 'cs_test_notours0' } } },
    { ...event, type: 'charge.refunded', data: { object: { id: 'ch_1', payment_intent: null } } },
  ];
  for (const each of strange) expect((await shop.deliver(each as unknown as Stripe.Event)).status).toBe(200);
  expect(await visitor.credits()).toBe(1);
});

test('answers 5xx while the provider is unavailable, and credits once when the message is sent again', async () => {
  const before = await visitor.credits();
  const event = await paidEvent();
  shop.sandbox.faults.failCalls(3);
  expect((await shop.deliver(event)).status).toBeGreaterThanOrEqual(500);
  expect(await visitor.credits()).toBe(before);
  for (let each = 0; each < 3; each += 1) expect((await shop.deliver(event)).status).toBe(200);
  expect(await visitor.credits()).toBe(before + 5);
});

test('answers 5xx if the database fails midway, and credits once when the message is sent again', async () => {
  const before = await visitor.credits();
  const event = await paidEvent();
  const { id } = event.data.object as { id: string };
  const database = new URL(shop.deps.env.DATABASE_URL ?? '').pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject('postgres').adminUrl });
  await admin.connect();
  const blocker = new pg.Client({
    connectionString: shop.deps.env.DATABASE_URL ?? '',
    application_name: 'blocker',
  });
  await blocker.connect();
  // The webhook is in the middle of its transaction, waiting for this row.
  await blocker.query('BEGIN');
  await blocker.query('SELECT 1 FROM purchase WHERE session_id = $1 FOR UPDATE', [id]);
  const answer = shop.deliver(event);
  const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'`;
  while ((await admin.query(waiting, [database])).rows.length === 0);
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name <> 'blocker'`,
    [database],
  );
  expect((await answer).status).toBeGreaterThanOrEqual(500);
  expect((await shop.deliver(event)).status).toBeGreaterThanOrEqual(500);
  await blocker.query('ROLLBACK');
  await blocker.end();
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  await admin.end();
  // The server notices that the database is available again with its next query.
  await expect.poll(async () => (await shop.deliver(event)).status).toBe(200);
  for (let each = 0; each < 2; each += 1) expect((await shop.deliver(event)).status).toBe(200);
  expect(await visitor.credits()).toBe(before + 5);
  expect(await ledgerFaults(shop.deps.pool, visitor.userId)).toEqual([]);
});
