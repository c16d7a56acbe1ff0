import type pg from 'pg';
import type { Db, Tx } from '../database/db.ts';
import { deadNameOf, type RowJobData } from './definition.ts';
import { rowJobId } from './enqueue.ts';
import type { JobQueue } from './queue.ts';

// The statements on pg-boss's own tables, which its interface does not offer: an update of pg-boss is checked here.

/** Gives the first waiting job whose priority is `below` or lower the priority `to`, if there is one. */
export async function liftJob(
  db: Db,
  name: keyof RowJobData,
  { below, to }: { below: number; to: number },
): Promise<void> {
  await db.$executeRaw`
    UPDATE pgboss.job SET priority = ${to} WHERE name = ${name} AND id = (
      SELECT id FROM pgboss.job
      WHERE name = ${name} AND state = 'created' AND priority <= ${below}
      ORDER BY priority DESC, created_on, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )`;
}

/** The ids of rows without a job or dead job that is waiting, running or due for a retry. One statement. */
export async function rowsWithoutJob(
  { db, queue }: { db: Db; queue: JobQueue },
  name: keyof RowJobData,
  rowIds: readonly string[],
): Promise<string[]> {
  const jobIds = rowIds.map((id) => rowJobId(name, id));
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT row.id FROM unnest(${rowIds}::text[], ${jobIds}::uuid[]) AS row (id, job)
    WHERE NOT EXISTS (
      SELECT FROM pgboss.job WHERE name = ${name} AND id = row.job AND state < 'completed'
    ) AND NOT EXISTS (
      SELECT FROM pgboss.job
      WHERE name = ${deadNameOf(name)} AND source_root_id = row.job AND state < 'completed'
    )`;
  const without: string[] = [];
  // Jobs of an earlier release, and those of a retry, have other ids; they are searched for one by one.
  for (const { id } of rows) if (!(await hasJobWithKey(queue, name, id))) without.push(id);
  return without;
}

async function hasJobWithKey(queue: JobQueue, name: keyof RowJobData, key: string): Promise<boolean> {
  for (const each of [name, deadNameOf(name)]) {
    const jobs = await queue.findJobs(each, { key });
    if (jobs.some(({ state }) => ['created', 'retry', 'active'].includes(state))) return true;
  }
  return false;
}

/**
 * Removes every job, pending or done, with one of these values in a field of its data, as it is or in another letter
 * case; and the recorded outcome, an error for example, of any other job that mentions one. A field counts as a whole: part of
 * somebody else's address is not a match.
 */
export async function eraseJobsAbout(tx: Tx, values: readonly string[]): Promise<void> {
  const lower = values.map((value) => value.toLowerCase());
  await tx.$executeRaw`
    DELETE FROM pgboss.job WHERE EXISTS (
      SELECT FROM jsonb_each_text(CASE jsonb_typeof(data) WHEN 'object' THEN data ELSE '{}' END) AS field
      WHERE field.value = ANY (${[...values]}) OR lower(field.value) = ANY (${lower}))`;
  // PostgreSQL's lower case is not JavaScript's: both are searched for.
  for (const [index, value] of values.entries())
    await tx.$executeRaw`
      UPDATE pgboss.job SET output = NULL
      WHERE strpos(output::text, ${value}) > 0 OR strpos(lower(output::text), ${lower[index] ?? value}) > 0`;
}

/** A job as operators see it. */
export interface StoredJob {
  name: string;
  state: string;
  retry_count: number;
  /** The message of its last failure. */
  why: string | null;
}

/** The latest job that carries the row's id. */
export async function latestJobOf(db: Pick<Db, '$queryRaw'>, rowId: string): Promise<StoredJob | undefined> {
  const [job] = await db.$queryRaw<StoredJob[]>`
    SELECT name, state::text, retry_count, coalesce(output ->> 'message', output::text) AS why FROM pgboss.job
    WHERE ${rowId} IN (SELECT value FROM jsonb_each_text(data)) ORDER BY created_on DESC LIMIT 1`;
  return job;
}

export interface QueueLength {
  queue: string;
  /** Jobs that are due. */
  waiting: number;
  /** Jobs that become due later, such as retries. */
  delayed: number;
  /** Since when the oldest of `waiting` has been due; 0 if there is none. */
  seconds: number;
}

/** The length of each queue, and how long its oldest job has been waiting. */
export async function readQueueLengths(pool: pg.Pool): Promise<QueueLength[]> {
  const { rows } = await pool.query<QueueLength>(`
    SELECT q.name AS queue,
      count(*) FILTER (WHERE j.start_after <= now())::int AS waiting,
      count(*) FILTER (WHERE j.start_after > now())::int AS delayed,
      greatest(0, coalesce(extract(epoch FROM now() - min(j.start_after)), 0))::float AS seconds
    FROM pgboss.queue q
    LEFT JOIN pgboss.job j ON j.name = q.name AND j.state < 'active' AND NOT j.blocked
    WHERE q.name NOT LIKE '\\_\\_pgboss%' GROUP BY q.name`);
  return rows;
}

/** How long ago each schedule's last successful run ended, in seconds; if there was none, since it exists. */
export async function readScheduleAges(pool: pg.Pool): Promise<{ schedule: string; seconds: number }[]> {
  const { rows } = await pool.query<{ schedule: string; seconds: number }>(`
    SELECT s.name AS schedule,
      extract(epoch FROM now() - coalesce(max(j.completed_on), min(q.created_on)))::float AS seconds
    FROM pgboss.schedule s JOIN pgboss.queue q ON q.name = s.name
    LEFT JOIN pgboss.job j ON j.name = s.name AND j.state = 'completed' GROUP BY s.name`);
  return rows;
}

/** For a backup: a condition on `pgboss.job` for jobs that wait or run, except of schedules and the queue's own. */
export const unfinishedJobs = `state < 'completed' AND name NOT IN (SELECT name FROM pgboss.schedule)
  AND name NOT LIKE '\\_\\_pgboss%'`;

/** The table of all jobs. */
export const jobTable = 'pgboss.job';

/** The columns of the table of jobs; empty if there is no queue yet. */
export async function readJobColumns(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns
     WHERE table_schema = 'pgboss' AND table_name = 'job' AND is_generated = 'NEVER' ORDER BY ordinal_position`,
  );
  return rows.map((row) => row.column_name);
}
