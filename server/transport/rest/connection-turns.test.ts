import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor } from '#tests/support/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const aWeek = 7 * 86_400_000;

test('calls of one user that wait for a lock leave connections for everybody else', async () => {
  const { pool } = server.deps;
  const [greedy, other] = [await newVisitor(server.url), await newVisitor(server.url)];
  // Nobody gives up waiting, neither for a lock nor for a connection, however slow the machine is.
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const client of clients) {
    await client.query('SET lock_timeout = 0');
    await client.query('SET statement_timeout = 0');
    client.release();
  }
  const { setTimeout: start } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((act: () => void) => start(act, aWeek));
  const holder = new pg.Client({ connectionString: server.deps.env.DATABASE_URL });
  holder.on('error', () => {});
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [greedy.userId]);
  let answered = 0;
  const calls = Array.from({ length: 15 }, async (_each, index) => {
    const { status } = await greedy.post('/api/tokens', { name: `Token ${index}`, scopes: ['read'] });
    answered += 1;
    return status;
  });
  const locked = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]?.count;
  };
  await expect.poll(locked).toBe(5);
  expect(pool.waitingCount).toBe(0);
  expect((await other.get('/api/video/tasks')).status).toBe(200);
  expect((await other.post('/api/tokens', { name: 'Other', scopes: ['read'] })).status).toBe(201);
  expect([answered, await locked()]).toEqual([0, 5]);
  await holder.query('COMMIT');
  await holder.end();
  expect(new Set(await Promise.all(calls))).toEqual(new Set([201]));
  expect((await greedy.get('/api/tokens')).status).toBe(200);
});
