import { Stripe } from 'stripe';
import { afterEach, expect, test } from 'vitest';
import { exampleCheckout, type SandboxBench, startSandboxBench, stripeFor } from '#tests/support/stripe.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { StartError } from '#server/platform/errors.ts';
import { startStripeSandbox } from './sandbox.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanups.splice(0).reverse()) await step();
});

async function start(options: Parameters<typeof startSandboxBench>[0] = {}): Promise<SandboxBench> {
  const bench = await startSandboxBench(options);
  cleanups.push(bench.close);
  return bench;
}

const create = ({ stripe }: SandboxBench) => stripe.checkout.sessions.create(exampleCheckout);
/** Ends a session, which emits exactly one event. */
const expireOne = async (bench: SandboxBench) => bench.sandbox.actions.expire((await create(bench)).id);

test('a webhook is retried with the same event until it is accepted', async () => {
  const bench = await start();
  const answers = [500, 302, 200];
  bench.answerWith(() => answers.shift() ?? 200);
  await expireOne(bench);
  await bench.sandbox.settled();
  expect(bench.received).toHaveLength(3);
  expect(new Set(bench.received.map(({ id }) => id)).size).toBe(1);
});

test('a webhook is abandoned after its last try', async () => {
  const bench = await start({ retryDelays: [1, 1] });
  bench.answerWith(() => 500);
  await expireOne(bench);
  await bench.sandbox.settled();
  expect(bench.received).toHaveLength(3);
  bench.answerWith(() => 200);
  bench.sandbox.resend(bench.sandbox.events()[0]?.id ?? '');
  await bench.sandbox.settled();
  expect(bench.received).toHaveLength(4);
});

test('a pending retry can be sent at once', async () => {
  const bench = await start({ retryDelays: [3_600_000] });
  bench.answerWith(() => 503);
  await expireOne(bench);
  await bench.sandbox.attempted();
  expect(bench.received).toHaveLength(1);
  bench.answerWith(() => 200);
  bench.sandbox.retryNow();
  await bench.sandbox.settled();
  expect(bench.received).toHaveLength(2);
});

test('webhooks can be duplicated, dropped, delayed and reordered on request', async () => {
  const bench = await start();
  const { faults } = bench.sandbox;
  faults.duplicate(3);
  await expireOne(bench);
  await bench.sandbox.settled();
  expect(bench.received).toHaveLength(3);
  faults.clear();

  faults.drop(1);
  await expireOne(bench);
  await bench.sandbox.settled();
  expect(bench.received).toHaveLength(3);

  faults.delay(3_600_000);
  await expireOne(bench);
  await bench.sandbox.attempted();
  expect(bench.received).toHaveLength(3);
  bench.sandbox.retryNow();
  await bench.sandbox.settled();
  expect(bench.received).toHaveLength(4);
  faults.delay(20);
  await expireOne(bench);
  await bench.sandbox.settled();
  expect(bench.received).toHaveLength(5);
  faults.clear();

  faults.hold();
  const first = await expireOne(bench);
  await expireOne(bench);
  const third = await expireOne(bench);
  await bench.sandbox.settled();
  expect(bench.received).toHaveLength(5);
  let order: unknown[] = [];
  faults.release((held) => {
    const turned = held.toReversed();
    order = turned.map(({ event }) => (event.data.object as { id: string }).id);
    return turned;
  });
  await bench.sandbox.settled();
  expect(bench.received).toHaveLength(8);
  expect(order[0]).toBe(third.id);
  expect(order[2]).toBe(first.id);
});

test('verification fails for an altered message or another secret', async () => {
  const bench = await start();
  await expireOne(bench);
  await bench.sandbox.settled();
  const payload = JSON.stringify(bench.received[0]);
  const secret = bench.sandbox.webhookSecret;
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  expect(Stripe.webhooks.constructEvent(payload, header, secret).id).toBe(bench.received[0]?.id);
  expect(() => Stripe.webhooks.constructEvent(`${payload} `, header, secret)).toThrow('signature');
  expect(() => Stripe.webhooks.constructEvent(payload, header, 'whsec_other')).toThrow('signature');
});

test('refuses to start in production', async () => {
  const options = { publicUrl: 'https://memori.example', webhookUrl: 'https://memori.example/hook' };
  await expect(
    startStripeSandbox({ ...options, logger: createLogger('silent'), production: true }),
  ).rejects.toBeInstanceOf(StartError);
});

test('is reachable on the loopback only', async () => {
  const bench = await start();
  expect(new URL(bench.sandbox.apiBase).hostname).toBe('127.0.0.1');
  expect((await stripeFor(bench.sandbox).checkout.sessions.list()).data).toEqual([]);
});
