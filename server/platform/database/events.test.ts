import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Writable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { ask } from '#tests/support/embedded-user.ts';
import { startOwnPostgres } from '#tests/support/own-postgres.ts';
import { openEventHub } from './events.ts';
import { reconnectDelay } from './persistent-connection.ts';
import { createLogger } from '../logging/logger.ts';

/** Collects log lines as they are written. */
function logInto(lines: string[]) {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push((JSON.parse(chunk.toString()) as { msg: string }).msg);
      done();
    },
  });
  return createLogger('debug', stream);
}

test('an outage is handled by one loop and one connection and logged in two lines, and pushes resume after it', async () => {
  await using postgres = await startOwnPostgres();
  const lines: string[] = [];
  const link = { isDown: false };
  const hub = await openEventHub(postgres.url, logInto(lines), link);
  const stop = new AbortController();
  const events = hub.subscribe('user', stop.signal)[Symbol.asyncIterator]();

  let attempts = 0;
  const count = () => (attempts += 1);
  await postgres.stop();
  subscribe('net.client.socket', count);
  await vi.waitFor(() => expect(attempts).toBeGreaterThanOrEqual(5), { timeout: 120_000, interval: 10 });
  unsubscribe('net.client.socket', count);
  expect(link.isDown).toBe(true);
  await postgres.start();
  expect(await events.next()).toEqual({ done: false, value: null });
  expect(link.isDown).toBe(false);
  expect(lines).toEqual(['the database is unavailable', 'the database is available again']);
  expect(
    await ask(postgres.url, "SELECT FROM pg_stat_activity WHERE application_name = 'memori'"),
  ).toHaveLength(1);

  const event = { userId: 'user', topic: 'balance', id: 'user' };
  await ask(postgres.url, `SELECT pg_notify('memori_user_event', '${JSON.stringify(event)}')`);
  expect(await events.next()).toEqual({ done: false, value: event });
  stop.abort();
  await hub.close();
});

test('pauses double up to 5 s, with jitter in the upper half', () => {
  const shortest = [0, 1, 2, 3, 4, 5, 50].map((failures) => reconnectDelay(failures, () => 0));
  expect(shortest).toEqual([100, 200, 400, 800, 1600, 2500, 2500]);
  expect(reconnectDelay(50, () => 1)).toBe(5000);
});
