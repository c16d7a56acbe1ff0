import { setTimeout as delay } from 'node:timers/promises';
import type { Shop } from '../support/shop.ts';
import { ledgerFaults, readLedger } from '../support/ledger.ts';
import type { Visitor } from '../support/visitor.ts';
import { shuffled } from './random.ts';

/** The number of concurrent sessions. */
const atOnce = 30;
/** Each success call counts towards its visitor's limit, of 120, as often as it is made. */
const perVisitor = 10;

/**
 * Pays `sessions` sessions, delivers each of their messages 1 to 20 times, shuffled, with 5 concurrent success calls
 * per session; then refunds some, most of which fail later. Returns violations as text: anything not credited exactly
 * once, credits not taken or not given back, or any answer but 200.
 * Retries when the server is busy (503) as the provider and the pages do: after the time that it asks for.
 */
export async function runPaymentStorm(
  shop: Shop,
  { random, sessions }: { random: () => number; sessions: number },
): Promise<string[]> {
  const faults: string[] = [];
  for (let done = 0; done < sessions; done += atOnce)
    faults.push(...(await storm(shop, random, Math.min(atOnce, sessions - done))));
  return faults;
}

/** Makes all calls at once, again while the server is busy. Returns those that were refused, as text. */
async function statusesOf(calls: readonly (() => Promise<Response>)[]): Promise<string[]> {
  const statuses = await Promise.all(
    calls.map(async (call) => {
      for (;;) {
        const response = await call();
        await response.arrayBuffer();
        if (response.status !== 503) return response.status;
        await delay(1000 * Number(response.headers.get('retry-after')));
      }
    }),
  );
  return statuses.filter((status) => status !== 200).map((status) => `a call was answered ${status}`);
}

async function storm(shop: Shop, random: () => number, sessions: number): Promise<string[]> {
  const orders: { visitor: Visitor; sessionId: string }[] = [];
  let visitor = await shop.newVisitor();
  while (orders.length < sessions) {
    if (orders.length > 0 && orders.length % perVisitor === 0) visitor = await shop.newVisitor();
    const sessionId = await shop.checkout(visitor);
    await shop.sandbox.actions.pay(sessionId);
    orders.push({ visitor, sessionId });
  }
  const calls = orders.flatMap(({ visitor: owner, sessionId }) => [
    ...shop.eventsOf(sessionId).flatMap((event) => {
      const times = 1 + Math.floor(random() * 20);
      return Array.from({ length: times }, () => () => shop.deliver(event));
    }),
    ...Array.from({ length: 5 }, () => () => shop.confirm(owner, sessionId)),
  ]);
  const refused = await statusesOf(shuffled(calls, random));
  const returned = new Set<string>();
  const messages: (() => Promise<Response>)[] = [];
  for (const { sessionId } of orders) {
    if (random() < 0.7) continue;
    const payment = await shop.paymentOf(sessionId);
    await shop.sandbox.actions.refund(payment);
    if (random() < 0.7) await shop.sandbox.actions.failRefund(payment);
    else returned.add(sessionId);
    const events = shop.eventsOf(payment).filter(({ type }) => type.includes('refund'));
    messages.push(...[...events, ...events].map((event) => () => shop.deliver(event)));
  }
  refused.push(...(await statusesOf(shuffled(messages, random))));
  const wrong = await Promise.all(
    [...new Set(orders.map((order) => order.visitor))].map((each) => judge(each)),
  );
  return [...refused, ...wrong.flat()];

  async function judge(owner: Visitor): Promise<string[]> {
    const own = orders.filter((order) => order.visitor === owner).map((order) => order.sessionId);
    const lines = await readLedger(shop.deps.pool, owner.userId);
    const credited = lines.filter(({ reason }) => reason === 'purchase').map(({ reference }) => reference);
    const once = credited.toSorted().join() === own.toSorted().join();
    const found = await ledgerFaults(shop.deps.pool, owner.userId);
    // Nothing was spent, so that each refund that stands takes all, and one that failed nothing.
    const taken = lines.filter(({ reason }) => reason === 'clawback').map(({ delta }) => delta);
    const due = -5 * own.filter((sessionId) => returned.has(sessionId)).length;
    const sum = taken.reduce((total, delta) => total + delta, 0);
    if (sum !== due) found.push(`${sum} credits were taken back, not ${due}`);
    return once ? found : [...found, `${own.length} sessions were credited ${credited.length} times`];
  }
}
