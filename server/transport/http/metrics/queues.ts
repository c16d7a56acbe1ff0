import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { albumLife, taskLife } from '#shared/status.ts';
import { readQueueLengths, readScheduleAges } from '#server/platform/jobs/stored-jobs.ts';
import { catalogue } from '#server/catalogue.ts';
import { videoProviders } from '#shared/providers.ts';

/** Reads a family of metrics from the database, which must be available. */
export type ReadFamily = (pool: pg.Pool) => Promise<void>;

/** Length and age of every queue. Jobs scheduled for later, such as retries, are counted separately. */
export function queueFamily(registers: Registry[]): ReadFamily {
  const jobs = new Gauge({
    name: 'memori_queue_jobs',
    help: 'Pending jobs by queue and state: waiting, or delayed to a later time',
    labelNames: ['queue', 'state'],
    registers,
  });
  const age = new Gauge({
    name: 'memori_queue_oldest_waiting_seconds',
    help: 'Time since the oldest waiting job of a queue became due; 0 if none is waiting',
    labelNames: ['queue'],
    registers,
  });
  return async (pool) => {
    for (const { queue, waiting, delayed, seconds } of await readQueueLengths(pool)) {
      jobs.set({ queue, state: 'waiting' }, waiting);
      jobs.set({ queue, state: 'delayed' }, delayed);
      age.set({ queue }, seconds);
    }
  };
}

/** Whether maintenance runs: the time since the last success of each schedule, and how often it should run. */
export function scheduleFamily(registers: Registry[]): ReadFamily {
  const age = new Gauge({
    name: 'memori_schedule_last_success_age_seconds',
    help: 'Time since the last successful run of a schedule; if it never succeeded, since it exists',
    labelNames: ['schedule'],
    registers,
  });
  const interval = new Gauge({
    name: 'memori_schedule_interval_seconds',
    help: 'How often a schedule runs',
    labelNames: ['schedule'],
    registers,
  });
  return async (pool) => {
    for (const { schedule, seconds } of await readScheduleAges(pool)) age.set({ schedule }, seconds);
    for (const { name, everySeconds } of catalogue.schedules) interval.set({ schedule: name }, everySeconds);
  };
}

const unfinished = (
  table: string,
  kind: string,
  { unfinished: [waiting, running] }: typeof taskLife | typeof albumLife,
) => `
  SELECT '${kind}' AS kind, CASE w.status WHEN '${running}' THEN 'running' ELSE 'waiting' END AS state,
    u.test_of IS NOT NULL AS test, count(*)::int AS count,
    extract(epoch FROM now() - min(w.created_at))::float AS seconds
  FROM ${table} w JOIN app_user u ON u.id = w.user_id
  WHERE w.status IN ('${waiting}', '${running}') GROUP BY 1, 2, 3`;

const unfinishedWork = [
  unfinished('video_task', 'task', taskLife),
  unfinished('video_movement', 'movement', taskLife),
  unfinished('album', 'album', albumLife),
  unfinished('data_export', 'export', taskLife),
].join(' UNION ALL ');

interface UnfinishedRow {
  kind: string;
  state: string;
  test: boolean;
  count: number;
  seconds: number;
}

const kinds = ['task', 'movement', 'album', 'export'];

/** Number and age of the unfinished work that users wait for. */
export function workFamily(registers: Registry[]): ReadFamily {
  const labelNames = ['kind', 'state', 'test'];
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames, registers });
  const count = gauge('memori_work_unfinished', 'Unfinished tasks, movements, albums and exports');
  const age = gauge('memori_work_oldest_unfinished_seconds', 'Age of the oldest of them');
  return async (pool) => {
    const { rows } = await pool.query<UnfinishedRow>(unfinishedWork);
    for (const kind of kinds)
      for (const state of ['waiting', 'running'])
        for (const test of ['false', 'true']) {
          const found = rows.find(
            (row) => row.kind === kind && row.state === state && `${row.test}` === test,
          );
          count.set({ kind, state, test }, found?.count ?? 0);
          age.set({ kind, state, test }, found?.seconds ?? 0);
        }
  };
}

/** Whether a hosted provider is paused because its operator has to act. */
export function pauseFamily(registers: Registry[]): ReadFamily {
  const paused = new Gauge({
    name: 'memori_provider_paused',
    help: '1 while submissions to a provider are paused until the operator acts: no balance, an invalid key',
    labelNames: ['provider'],
    registers,
  });
  return async (pool) => {
    const keys = videoProviders.map((provider) => `pause-${provider}:all`);
    const { rows } = await pool.query<{ key: string }>(
      'SELECT key FROM rate_limit WHERE key = ANY ($1) AND expire > extract(epoch FROM now()) * 1000',
      [keys],
    );
    for (const provider of videoProviders)
      paused.set({ provider }, rows.some(({ key }) => key === `pause-${provider}:all`) ? 1 : 0);
  };
}
