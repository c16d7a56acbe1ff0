import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CreatedToken } from '#shared/schemas/tokens.ts';
import { halfSize } from '#tests/support/animation.ts';
import { readMetrics } from '#tests/support/exposition.ts';
import { startOwnPostgres } from '#tests/support/own-postgres.ts';
import { portrait } from '#tests/support/photos.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import { startTestServer } from '#tests/support/server.ts';
import { followTask, newVisitor } from '#tests/support/visitor.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ jobs: true, wrapVideo: halfSize });
});
afterAll(() => shop.close());

test('a video counts its credit, wait, stages, end, job, and the storage and database calls', async () => {
  const visitor = await shop.newVisitor();
  const before = await readMetrics(shop.url);
  const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  expect((await followTask(shop, visitor.userId, taskId)).at(-1)?.status).toBe('Success');
  // The job ends after its task.
  const done = 'memori_job_duration_seconds_count{queue="generate-video",outcome="done"}';
  await vi.waitFor(async () => expect((await readMetrics(shop.url)).growthOf(before, done)).toBe(1), {
    timeout: 300_000,
  });
  const after = await readMetrics(shop.url);
  for (const name of [
    'memori_credits_total{reason="generation"}',
    'memori_work_ended_total{kind="task",cause="none",test="false"}',
    'memori_work_wait_seconds_count{kind="task",test="false"}',
    'memori_work_run_seconds_count{kind="task",test="false"}',
    'memori_stage_duration_seconds_count{stage="analyzing",provider="local",test="false"}',
    'memori_stage_duration_seconds_count{stage="generating",provider="local",test="false"}',
    'memori_storage_operation_duration_seconds_count{operation="fetch",outcome="ok"}',
  ])
    expect([name, after.growthOf(before, name)]).toEqual([name, 1]);
  expect(after.growthOf(before, 'memori_database_query_duration_seconds_count')).toBeGreaterThan(0);
  expect(after.valueOf('memori_dependency_up{part="database"}')).toBe(1);
  expect(after.valueOf('memori_dependency_up{part="storage"}')).toBe(1);
  expect(after.valueOf('memori_disk_available_bytes')).toBeGreaterThan(0);
  expect(after.valueOf('memori_provider_paused{provider="minimax"}')).toBe(0);
  const inTwoYears = Date.now() / 1000 + 2 * 365 * 86_400;
  expect(after.valueOf('memori_certificate_expiry_timestamp_seconds')).toBeGreaterThan(inTwoYears);
});

test('counts credits by reason: sign-up, purchase, clawback after a refund, release after that failed', async () => {
  const before = await readMetrics(shop.url);
  const visitor = await shop.newVisitor();
  const session = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(session);
  await shop.confirm(visitor, session);
  const after = await readMetrics(shop.url);
  expect(after.growthOf(before, 'memori_credits_total{reason="signup"}')).toBe(1);
  expect(after.growthOf(before, 'memori_credits_total{reason="purchase"}')).toBe(5);
  const payment = await shop.paymentOf(session);
  await shop.sandbox.actions.refund(payment);
  await vi.waitFor(
    async () => {
      const now = await readMetrics(shop.url);
      expect(now.growthOf(after, 'memori_credits_total{reason="clawback"}')).toBe(5);
      const metric =
        'memori_http_request_duration_seconds_count{method="POST",route="/api/stripe/webhook/",status="200"}';
      expect(now.growthOf(after, metric)).toBeGreaterThan(0);
    },
    { timeout: 300_000 },
  );
  await shop.sandbox.actions.failRefund(payment);
  await shop.sandbox.settled();
  const last = await readMetrics(shop.url);
  expect(last.growthOf(after, 'memori_credits_total{reason="release"}')).toBe(5);
  expect(last.growthOf(after, 'memori_credits_total{reason="clawback"}')).toBe(5);
  expect(last.growthOf(after, 'memori_credits_total{reason="refund"}')).toBe(0);
});

test('a failure with a test token is counted as a test, by its cause, and moves no credits', async () => {
  const visitor = await shop.newVisitor();
  const wanted = { name: 'Trying out', scopes: ['generate'], test: true };
  const { token } = (await (await visitor.post('/api/tokens', wanted)).json()) as CreatedToken;
  const before = await readMetrics(shop.url);
  const form = new FormData();
  form.set('image', new File([Uint8Array.from(await portrait())], 'fail_generation_timed_out.jpg'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${shop.url}/api/video/generate`, { method: 'POST', headers, body: form });
  expect(answer.status).toBe(202);
  const ended = 'memori_work_ended_total{kind="task",cause="generation_timed_out",test="true"}';
  await vi.waitFor(async () => expect((await readMetrics(shop.url)).growthOf(before, ended)).toBe(1), {
    timeout: 300_000,
  });
  const after = await readMetrics(shop.url);
  const credits = ['signup', 'purchase', 'adjustment', 'generation', 'refund', 'clawback', 'release'];
  for (const reason of credits)
    expect(after.growthOf(before, `memori_credits_total{reason="${reason}"}`)).toBe(0);
});

test('reports waiting work and its age, and counts the refund of a canceled task', async () => {
  const idle = await startTestServer({ jobs: false });
  try {
    const visitor = await newVisitor(idle.url);
    const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
    const long = new Date(Date.now() - 1_800_000);
    await idle.deps.db.videoTask.update({ where: { id: taskId }, data: { createdAt: long } });
    await idle.deps.pool.query("UPDATE pgboss.job SET start_after = $1 WHERE name = 'generate-video'", [
      long,
    ]);
    const waiting = await readMetrics(idle.url);
    expect(waiting.valueOf('memori_queue_jobs{queue="generate-video",state="waiting"}')).toBe(1);
    expect(waiting.valueOf('memori_queue_jobs{queue="merge-album",state="waiting"}')).toBe(0);
    const age = waiting.valueOf('memori_queue_oldest_waiting_seconds{queue="generate-video"}');
    expect(age).toBeGreaterThanOrEqual(1800);
    expect(age).toBeLessThan(2400);
    const unfinished = '{kind="task",state="waiting",test="false"}';
    expect(waiting.valueOf(`memori_work_unfinished${unfinished}`)).toBe(1);
    expect(waiting.valueOf(`memori_work_oldest_unfinished_seconds${unfinished}`)).toBeGreaterThanOrEqual(
      1800,
    );

    expect((await visitor.post(`/api/video/tasks/${taskId}/cancel`)).status).toBe(200);
    const canceled = await readMetrics(idle.url);
    expect(canceled.growthOf(waiting, 'memori_credits_total{reason="refund"}')).toBe(1);
    expect(
      canceled.growthOf(waiting, 'memori_work_ended_total{kind="task",cause="task_canceled",test="false"}'),
    ).toBe(1);
    expect(canceled.valueOf(`memori_work_unfinished${unfinished}`)).toBe(0);
    const paused = [`pause-minimax:all`, Date.now() + 60_000];
    await idle.deps.pool.query('INSERT INTO rate_limit (key, points, expire) VALUES ($1, 1, $2)', paused);
    expect((await readMetrics(idle.url)).valueOf('memori_provider_paused{provider="minimax"}')).toBe(1);
  } finally {
    await idle.close();
  }
});

test('settled credits are read once, and still counted', async () => {
  const idle = await startTestServer({ jobs: false });
  try {
    const reason = 'memori_credits_total{reason="signup"}';
    await newVisitor(idle.url);
    const { pool } = idle.deps;
    await pool.query('ALTER TABLE credit_entry DISABLE TRIGGER USER');
    await pool.query("UPDATE credit_entry SET created_at = now() - interval '1 hour'");
    await pool.query('ALTER TABLE credit_entry ENABLE TRIGGER USER');
    expect((await readMetrics(idle.url)).valueOf(reason)).toBe(1);
    await newVisitor(idle.url);
    expect((await readMetrics(idle.url)).valueOf(reason)).toBe(2);
    expect((await readMetrics(idle.url)).valueOf(reason)).toBe(2);
  } finally {
    await idle.close();
  }
});

test('reports open push streams and the last backup', async () => {
  const visitor = await shop.newVisitor();
  expect((await readMetrics(shop.url)).valueOf('memori_push_streams')).toBe(0);
  const closing = new AbortController();
  const events = await fetch(`${shop.url}/api/trpc/changes.watch`, {
    headers: { cookie: visitor.cookie, accept: 'text/event-stream' },
    signal: closing.signal,
  });
  expect(events.status).toBe(200);
  expect((await readMetrics(shop.url)).valueOf('memori_push_streams')).toBe(1);
  closing.abort();
  await vi.waitFor(async () => expect((await readMetrics(shop.url)).valueOf('memori_push_streams')).toBe(0), {
    timeout: 300_000,
  });
  const backup = 'memori_backup_last_success_timestamp_seconds';
  expect((await readMetrics(shop.url)).find(backup)).toBeUndefined();
  const mark = path.join(shop.dataDir, 'last-backup');
  await writeFile(mark, '');
  await utimes(mark, 1_700_000_000, 1_700_000_000);
  expect((await readMetrics(shop.url)).valueOf(backup)).toBe(1_700_000_000);
});

test('while the database is unavailable, metrics that do not need it are still served', async () => {
  await using postgres = await startOwnPostgres();
  const server = await startTestServer({ jobs: false, settings: { DATABASE_URL: postgres.url } });
  try {
    await newVisitor(server.url);
    expect((await readMetrics(server.url)).valueOf('memori_dependency_up{part="database"}')).toBe(1);
    await postgres.stop();
    const away = await readMetrics(server.url);
    expect(away.valueOf('memori_dependency_up{part="database"}')).toBe(0);
    expect(away.valueOf('memori_dependency_up{part="storage"}')).toBe(1);
    expect(away.valueOf('memori_credits_total{reason="signup"}')).toBe(1);
    expect(away.find('memori_queue_jobs{queue="generate-video",state="waiting"}')).toBeUndefined();
    expect(away.valueOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  } finally {
    await server.close();
  }
});
