import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { startTestServer } from '#tests/support/server.ts';
import { watchStatements } from '#tests/support/statements.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { openQueue } from '#server/composition/queue.ts';

let own: TestDatabase;

beforeEach(async () => {
  own = await createTestDatabase();
});
afterEach(() => own.drop());

const open = () => openQueue({ address: own.url, logger: createLogger('silent'), worker: false });

const count = async (query: string): Promise<number> =>
  Number((await own.database.pool.query<{ count: string }>(query)).rows[0]!.count);

test('processes that start at once on a new database all open the queue', async () => {
  const { pool } = own.database;
  // Loads what opening needs, as a lock is waited for no longer than seven seconds.
  await (await open()).stop({ graceful: false });
  await pool.query('DROP INDEX pgboss.memori_active_job');
  const writer = await pool.connect();
  // The index can't be built during a write, so all openings wait for it and continue at the same time.
  await writer.query('BEGIN; LOCK TABLE pgboss.job IN ROW EXCLUSIVE MODE');
  const opening = Promise.allSettled(Array.from({ length: 4 }, open));
  await vi.waitFor(async () => {
    expect(
      await count(
        `SELECT count(*) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%memori_active_job%'`,
      ),
    ).toBe(4);
  }, 300_000);
  await writer.query('COMMIT');
  writer.release();
  const queues = await opening;
  for (const each of queues) if (each.status === 'fulfilled') await each.value.stop({ graceful: false });
  expect(queues.map((each) => (each.status === 'rejected' ? String(each.reason) : 'open'))).toEqual([
    'open',
    'open',
    'open',
    'open',
  ]);
  const indexes = await pool.query(
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'pgboss' AND indexname = 'memori_active_job'",
  );
  expect(indexes.rows).toHaveLength(1);
});

test('the busiest queues have their own tables', async () => {
  const { rows } = await own.database.pool.query<{ name: string }>(
    "SELECT name FROM pgboss.queue WHERE partition AND table_name <> 'job_common' ORDER BY name",
  );
  expect(rows.map(({ name }) => name)).toEqual(['generate-video', 'send-mail', 'send-webhook']);
});

test('a queue created in the common table stays there, with its jobs', async () => {
  const before = await open();
  await before.deleteQueue('send-webhook');
  await before.createQueue('send-webhook');
  await before.send('send-webhook', { deliveryId: 'waiting' });
  await before.stop({ graceful: false });
  const after = await open();
  expect(await count("SELECT count(*) FROM pgboss.queue WHERE name = 'send-webhook' AND NOT partition")).toBe(
    1,
  );
  expect(await count("SELECT count(*) FROM pgboss.job_common WHERE name = 'send-webhook'")).toBe(1);
  expect(await after.fetch('send-webhook')).toMatchObject([{ data: { deliveryId: 'waiting' } }]);
  await after.stop({ graceful: false });
});

test('a schedule of an earlier release ends, with its waiting run', async () => {
  const queue = await open();
  await queue.createQueue('housekeeping');
  await queue.schedule('housekeeping', '17 * * * *');
  await queue.send('housekeeping', {});
  await queue.stop({ graceful: false });
  const server = await startTestServer({ settings: { DATABASE_URL: own.url } });
  const schedules = await server.deps.queue.getSchedules();
  expect(schedules.map(({ name }) => name)).toContain('erase-accounts');
  expect(schedules.map(({ name }) => name)).not.toContain('housekeeping');
  expect(await count("SELECT count(*) FROM pgboss.job WHERE name = 'housekeeping'")).toBe(0);
  await server.close();
});

test('a second start writes nothing that is as it should be', async () => {
  await (await open()).stop({ graceful: false });
  using watched = watchStatements();
  await (await open()).stop({ graceful: false });
  expect(watched.sent.filter((text) => /create_queue|UPDATE pgboss\.queue/.test(text))).toEqual([]);
});

test("only one folder names pg-boss's tables", async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const naming = globSync('**/*.ts', { cwd: root, exclude: ['generated/**'] }).filter(
    (file) => !file.endsWith('.test.ts') && /pgboss\./.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(naming.toSorted()).toEqual(['platform/jobs/queue.ts', 'platform/jobs/stored-jobs.ts']);
});
