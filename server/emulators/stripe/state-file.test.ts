import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { exampleCheckout, type SandboxBench, startSandboxBench } from '#tests/support/stripe.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanups.splice(0).reverse()) await step();
});

async function start(options: Parameters<typeof startSandboxBench>[0] = {}): Promise<SandboxBench> {
  const bench = await startSandboxBench(options);
  cleanups.push(bench.close);
  return bench;
}

async function stateFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-sandbox-'));
  cleanups.push(() => rm(folder, { recursive: true }));
  return folder;
}

const create = ({ stripe }: SandboxBench) => stripe.checkout.sessions.create(exampleCheckout);

test('sessions, payments, idempotency keys and undelivered webhooks survive a restart', async () => {
  const stateFile = path.join(await stateFolder(), 'stripe.json');
  const before = await startSandboxBench({ stateFile, retryDelays: [3_600_000] });
  before.answerWith(() => 503);
  const open = await before.stripe.checkout.sessions.create(exampleCheckout, { idempotencyKey: 'one' });
  const { id } = await create(before);
  const paid = await before.sandbox.actions.pay(id);
  await before.sandbox.attempted();
  await before.close();
  expect((await stat(stateFile)).mode & 0o077).toBe(0);

  const after = await start({ stateFile, retryDelays: [] });
  const { sessions } = after.stripe.checkout;
  expect({ ...(await sessions.retrieve(id)) }).toEqual(JSON.parse(JSON.stringify(paid)));
  const again = await sessions.create(exampleCheckout, { idempotencyKey: 'one' });
  expect(again.id).toBe(open.id);
  expect(
    (await after.stripe.charges.list({ payment_intent: paid.payment_intent as string })).data,
  ).toHaveLength(1);
  expect(after.sandbox.secretKey).not.toBe(before.sandbox.secretKey);
  after.sandbox.retryNow();
  await after.sandbox.settled();
  expect(after.received.map(({ type }) => type)).toContain('checkout.session.completed');
  expect(after.received.map(({ id: event }) => event).toSorted()).toEqual(
    before.sandbox
      .events()
      .map(({ id: event }) => event)
      .toSorted(),
  );
});

test('opening the state file read-only changes nothing and sends nothing', async () => {
  const stateFile = path.join(await stateFolder(), 'stripe.json');
  const bench = await start({ stateFile, retryDelays: [3_600_000] });
  bench.answerWith(() => 503);
  const { id } = await create(bench);
  await bench.sandbox.actions.pay(id);
  await bench.sandbox.attempted();
  // An attempt is reported before it is written to the file.
  const attempts = async () => (await readFile(stateFile, 'utf8')).split('"failures":1').length - 1;
  await expect.poll(attempts).toBe(bench.sandbox.events().length);
  const text = await readFile(stateFile, 'utf8');

  const onlooker = await start({ stateFile, readOnly: true });
  expect(await onlooker.stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
  await create(onlooker);
  await onlooker.sandbox.settled();
  expect(onlooker.received).toEqual([]);
  expect(await readFile(stateFile, 'utf8')).toBe(text);
});

test('an unreadable state file is quarantined', async () => {
  const folder = await stateFolder();
  const stateFile = path.join(folder, 'stripe.json');
  await writeFile(stateFile, '{"version":1,');
  const bench = await start({ stateFile });
  expect((await bench.stripe.checkout.sessions.list()).data).toEqual([]);
  expect((await readdir(folder)).toSorted()).toEqual(['stripe.json', 'stripe.json.unreadable']);
});

/** Everything that the API exposes. */
async function everything({ sandbox }: SandboxBench): Promise<unknown> {
  const headers = { Authorization: `Bearer ${sandbox.secretKey}` };
  const sessions = 'checkout/sessions?expand[]=data.line_items';
  const lists = [sessions, 'payment_intents', 'charges', 'refunds', 'disputes'].map(async (list) => {
    const response = await fetch(`${sandbox.apiBase}/v1/${list}`, { headers });
    expect(response.status).toBe(200);
    return response.json();
  });
  return Promise.all(lists);
}

test('the state file reflects every action', async () => {
  const stateFile = path.join(await stateFolder(), 'stripe.json');
  const bench = await start({ stateFile });
  const { actions } = bench.sandbox;
  const sessions = [];
  for (let index = 0; index < 8; index += 1) sessions.push(await create(bench));
  const [first, second, third, fourth, fifth, sixth, seventh] = sessions.map(({ id }) => id);
  const form = { method: 'POST', redirect: 'manual' } as const;
  const agreed = async () => {
    const onlooker = await start({ stateFile, readOnly: true });
    expect(await everything(onlooker)).toEqual(await everything(bench));
  };
  const post = async (id: string | undefined, name: string, body = '') =>
    fetch(`${bench.url}/sandbox/stripe/pay/${id}/${name}`, { ...form, body: new URLSearchParams(body) });

  await post(first, 'code', 'code=MEMORI10');
  await agreed();
  await post(first, 'remove-code');
  await agreed();
  await actions.decline(first ?? '');
  await agreed();
  await actions.pay(first ?? '', { promotionCode: 'MEMORI10' });
  const paid = await actions.pay(second ?? '');
  await actions.pay(third ?? '', { promotionCode: 'FREE100' });
  await actions.expire(fourth ?? '');
  await agreed();
  await actions.payLater(fifth ?? '');
  await actions.payLater(sixth ?? '');
  await agreed();
  await actions.settleLater(fifth ?? '', true);
  await actions.settleLater(sixth ?? '', false);
  await agreed();
  await actions.refund(paid.payment_intent as string, 100);
  await agreed();
  const disputed = (await actions.pay(seventh ?? '')).payment_intent as string;
  await actions.openDispute(disputed);
  await agreed();
  await actions.closeDispute(disputed, 'lost');
  await agreed();
});

test('a line truncated by a crash is dropped, and all others are kept', async () => {
  const stateFile = path.join(await stateFolder(), 'stripe.json');
  const before = await startSandboxBench({ stateFile });
  const { id } = await create(before);
  await before.close();
  const [, line = ''] = (await readFile(stateFile, 'utf8')).split('\n');
  await appendFile(stateFile, line.replaceAll(id, 'cs_test_cut').slice(0, -10));
  const after = await start({ stateFile });
  expect((await after.stripe.checkout.sessions.list()).data.map((session) => session.id)).toEqual([id]);
  expect((await create(after)).status).toBe('open');
  const onlooker = await start({ stateFile, readOnly: true });
  expect((await onlooker.stripe.checkout.sessions.list()).data).toHaveLength(2);
});
