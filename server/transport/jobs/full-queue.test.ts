import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { fillQueue } from '#scripts/bench/lib/full-queue.ts';
import { scannedIn, type PlanNode } from '#scripts/bench/lib/query-plans.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer } from '#tests/support/server.ts';
import { watchStatements } from '#tests/support/statements.ts';
import { newVisitor } from '#tests/support/visitor.ts';
import { catalogue } from '#server/catalogue.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { failAbandoned } from '#server/features/job-lifecycle/sweep-jobs.ts';
import { videoJob } from '#server/features/generation/running/video-job.ts';

const [finished, waiting] = [20_000, 2_000];
const bigTables = ['video_task', 'credit_entry', 'generate-video'];

/** A superuser's connection to the database that the pool uses. */
async function superuserOf(pool: pg.Pool): Promise<pg.Client> {
  const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name');
  const url = new URL(inject('postgres').adminUrl);
  url.pathname = rows[0]!.name;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return client;
}

test('with tens of thousands of jobs no query scans a big table, and maintenance works in pages', async () => {
  await using cleanUp = new AsyncDisposableStack();
  const { sent } = cleanUp.use(watchStatements());
  const server = await startTestServer({ jobs: false });
  cleanUp.defer(() => server.close());
  const superuser = await superuserOf(server.deps.pool);
  cleanUp.defer(() => superuser.end());
  await fillQueue(superuser, finished, waiting);
  const { rows: queues } = await superuser.query<{ name: string; table: string }>(
    'SELECT name, table_name AS table FROM pgboss.queue WHERE partition',
  );
  const namesByTable = new Map(queues.map(({ name, table }) => [table, name]));
  expect([...namesByTable.values()]).toContain('generate-video');
  const visitor = await newVisitor(server.url);
  sent.length = 0;

  const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  for (const path of [`video/status/${taskId}`, 'video/tasks', 'credits/balance', 'auth/me', 'webhooks'])
    expect((await visitor.get(`/api/${path}`)).status, path).toBe(200);
  const before = sent.length;
  expect(await failAbandoned(videoJob, server.deps)).toBe(0);
  // None is sent for each task; other parts of the server send some of their own meanwhile, every few seconds.
  const counts = Map.groupBy(sent.slice(before), (text) => text).values();
  expect(Math.max(...counts.map(({ length }) => length))).toBeLessThan(waiting / 2);
  // Nothing is due: then nothing is asked of the storage.
  const called: string[] = [];
  const storage = new Proxy(server.deps.storage, {
    get(target, name: keyof Storage) {
      if (name !== 'removeUnfinished') called.push(name);
      return target[name];
    },
  });
  for (const schedule of catalogue.schedules)
    await schedule.run({ ...server.deps, storage }, new AbortController().signal);
  expect(called).toEqual([]);
  const statements = new Set(sent);
  await superuser.query(
    "DELETE FROM pgboss.job WHERE singleton_key = (SELECT id FROM video_task WHERE status = 'Queued' ORDER BY id LIMIT 1)",
  );
  expect(await failAbandoned(videoJob, server.deps)).toBe(1);

  const scans: string[] = [];
  for (const text of statements) {
    if (!/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text)) continue;
    const explained = await superuser.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
    );
    const whole = scannedIn(explained.rows[0]!['QUERY PLAN'][0]!.Plan)
      .map((table) => namesByTable.get(table) ?? table)
      .filter((name) => bigTables.includes(name));
    if (whole.length > 0) scans.push(`${whole.join(', ')}: ${text}`);
  }
  expect(statements.size).toBeGreaterThan(40);
  expect(scans).toEqual([]);
});
