import type { ErrorCode } from '#shared/errors.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/database/events.ts';
import { emit } from '#server/platform/logging/telemetry.ts';
import { isTestUser } from '#server/platform/database/test-users.ts';
import { clearWorkDirs } from '#server/platform/files/work-dir.ts';
import type { RowJob, JobCondition, JobRow } from './row-job.ts';

/**
 * Starts or resumes a job; returns false if it has ended. `startedAt` keeps the time of the first start, so that a
 * crashed worker does not extend the deadline.
 */
export async function claim(
  { table, life, topic }: RowJob,
  db: Db,
  { id, userId }: JobRow,
): Promise<boolean> {
  const jobs = table(db);
  await jobs.updateManyAndReturn({
    where: { id, status: life.waiting },
    data: { status: life.running, startedAt: new Date() },
  });
  const running = await jobs.findUnique({ where: { id, status: life.running } });
  if (running) await publish(db, { userId, topic, id });
  return running !== null;
}

/**
 * Ends a job as succeeded, with its run's output stored under `renditionPrefix`. Returns false if the job had already
 * ended or is unknown: the caller must then remove the output. The single conditional update guarantees that a job
 * takes effect once, however often it runs; `record` runs in the same transaction.
 */
export function succeed<Deps, Result extends object>(
  work: RowJob<Deps, never, Result>,
  deps: { db: Db } & NoInfer<Deps>,
  id: string,
  result: Result & { renditionPrefix: string },
  record?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const { running, succeeded } = work.life;
  return end(work, deps, { id, status: running }, { ...result, status: succeeded, progress: 1 }, record);
}

/** Ends a job as failed. Returns false if it had already ended. `record` runs in the same transaction. */
export function fail<Deps>(
  work: RowJob<Deps>,
  deps: { db: Db } & NoInfer<Deps>,
  id: string,
  errorCode: ErrorCode,
  record?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const { unfinished, failed } = work.life;
  return end(work, deps, { id, status: { in: unfinished } }, { status: failed, errorCode }, record);
}

/**
 * Ends a job as failed that was created before `settled`, and not requested again since. Returns false if it had already
 * ended.
 */
export function failSettled<Deps>(
  work: RowJob<Deps>,
  deps: { db: Db } & NoInfer<Deps>,
  id: string,
  settled: Date,
): Promise<boolean> {
  const { unfinished, failed } = work.life;
  const where = { id, status: { in: unfinished }, createdAt: { lt: settled } };
  return end(work, deps, where, { status: failed, errorCode: work.codes.failed });
}

/** Ends a job as failed if no run has started it. Returns false if one has, or if it had already ended. */
export function cancelWaiting<Deps>(
  work: RowJob<Deps>,
  deps: { db: Db } & NoInfer<Deps>,
  id: string,
  errorCode: ErrorCode,
): Promise<boolean> {
  const { waiting, failed } = work.life;
  return end(work, deps, { id, status: waiting }, { status: failed, errorCode });
}

/** Fails a job whose retries are exhausted, and removes the work folders that its runs left on this machine. */
export async function failExhausted<Deps>(
  work: RowJob<Deps>,
  deps: { db: Db; workRoot: string } & NoInfer<Deps>,
  id: string,
): Promise<void> {
  await fail(work, deps, id, work.codes.failed);
  await clearWorkDirs(deps.workRoot, work.workName(id));
}

async function end<Deps>(
  { table, topic, ...work }: RowJob<Deps>,
  deps: { db: Db } & NoInfer<Deps>,
  where: Pick<JobCondition, 'createdAt'> & { id: string; status: string | { in: string[] } },
  data: Partial<JobRow>,
  record?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const ended = await deps.db.$transaction(async (tx) => {
    const rows = await table(tx).updateManyAndReturn({ where, data: { ...data, finishedAt: new Date() } });
    for (const row of rows) {
      await publish(tx, { userId: row.userId, topic, id: row.id });
      await work.onEnd?.(deps, tx, row);
    }
    if (rows.length > 0) await record?.(tx);
    return Promise.all(rows.map(async (row) => ({ row, test: await isTestUser(tx, row.userId) })));
  });
  for (const { row, test } of ended) emit('work-ended', { kind: topic, test, ...endOf(row) });
  return ended.length > 0;
}

const secondsBetween = (from: Date | null, to: Date | null) =>
  from && to && Math.max(0, to.getTime() - from.getTime()) / 1000;

const endOf = ({ errorCode, createdAt, startedAt, finishedAt }: JobRow) => ({
  cause: errorCode as ErrorCode | null,
  waited: secondsBetween(createdAt, startedAt),
  ran: secondsBetween(startedAt, finishedAt),
});
