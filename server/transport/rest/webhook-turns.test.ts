import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CreatedWebhook } from '#shared/schemas/webhooks.ts';
import { startNameServer } from '#tests/support/dns.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { listen } from '#server/emulators/lib/listen.ts';
import { failureText } from '#server/features/webhooks/send.ts';
import { createResolve } from '#server/platform/network/addresses.ts';
import { type HttpError, openRequest } from '#server/platform/network/http-request.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function subscribe(visitor: Visitor, url: string): Promise<CreatedWebhook> {
  const answer = await visitor.post('/api/webhooks', { url, events: ['credits.low'] });
  expect(answer.status).toBe(201);
  return (await answer.json()) as CreatedWebhook;
}

/** A receiver that accepts connections and never answers. */
async function openSilence() {
  const waiting = new Set<Socket>();
  let most = 0;
  const silence = createServer((socket) => {
    waiting.add(socket);
    most = Math.max(most, waiting.size);
    socket.on('error', () => {});
    socket.once('close', () => waiting.delete(socket));
  });
  await new Promise<void>((resolve) => silence.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(silence.address() as AddressInfo).port}/`,
    waiting: () => waiting.size,
    most: () => most,
    close() {
      silence.close();
      for (const socket of waiting) socket.destroy();
    },
  };
}

test('messages to a receiver that never answers wait for each other, not others for them', async () => {
  const silence = await openSilence();
  const arrivals: string[] = [];
  const receiver = await listen((req, res) => {
    arrivals.push(String(req.headers['webhook-id']));
    res.end();
  });
  const [one, other] = [await newVisitor(server.url), await newVisitor(server.url)];
  const { id } = await subscribe(one, silence.url);
  const { id: otherId } = await subscribe(other, receiver.url);
  const statuses: number[] = [];
  for (let index = 0; index < 31; index += 1)
    statuses.push((await one.post(`/api/webhooks/${id}/test`)).status);
  expect(statuses).toEqual([...Array<number>(30).fill(202), 429]);
  await vi.waitFor(() => expect(silence.waiting()).toBe(2), 300_000);

  const { deliveryId } = (await (await other.post(`/api/webhooks/${otherId}/test`)).json()) as {
    deliveryId: string;
  };
  await vi.waitFor(() => expect(arrivals).toEqual([deliveryId]), 300_000);
  expect(silence.most()).toBe(2);
  // A test is tried three times in all, whatever else is queued.
  const { rows } = await server.deps.pool.query<{ retry_limit: number }>(
    `SELECT DISTINCT retry_limit FROM pgboss.job WHERE name = 'send-webhook'`,
  );
  expect(rows).toEqual([{ retry_limit: 2 }]);
  silence.close();
  await receiver.close();
});

test('the log of messages does not tell which names exist in the operator’s network, and where', async () => {
  const names = await startNameServer({ 'vault.test': ['10.1.2.3'] });
  const resolve = createResolve([names.address]);
  const texts: string[] = [];
  for (const host of ['vault.test', 'nowhere.test']) {
    const failure = await openRequest(new URL(`https://${host}/`), {
      addresses: 'public',
      resolve,
      timeoutMilliseconds: 60_000,
      signal: new AbortController().signal,
    }).catch((error: unknown) => error);
    texts.push(failureText(failure as HttpError));
  }
  expect(texts).toEqual(['not reachable', 'not reachable']);
  names.close();
});
