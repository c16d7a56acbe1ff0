import type { Shop } from '../support/shop.ts';
import { ledgerFaults, readLedger } from '../support/ledger.ts';
import type { Visitor } from '../support/visitor.ts';
import { shuffled } from './random.ts';

/** The number of concurrent sessions. */
const atOnce = 30;
const perVisitor = 15;

/**
 * Pays `sessions` sessions, delivers each of their messages 1 to 20 times, shuffled, with 5 concurrent success calls
 * per session. Returns violations as text: anything not credited exactly once, or answered with anything but 200.
 * Retries when the server is busy (503), as the provider and the pages do.
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
  const statuses = await Promise.all(
    shuffled(calls, random).map(async (call) => {
      for (;;) {
        const response = await call();
        await response.arrayBuffer();
        if (response.status !== 503) return response.status;
      }
    }),
  );
  const refused = statuses
    .filter((status) => status !== 200)
    .map((status) => `a call was answered ${status}`);
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
    return once ? found : [...found, `${own.length} sessions were credited ${credited.length} times`];
  }
}
