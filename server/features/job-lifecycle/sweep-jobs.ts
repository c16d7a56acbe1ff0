import type { Db } from '#server/platform/database/db.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { rowsWithoutJob } from '#server/platform/jobs/stored-jobs.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { failSettled } from './end-job.ts';
import { idOf } from './run-job.ts';
import type { RowJob } from './row-job.ts';
import { milliseconds } from '#shared/durations.ts';

export interface SweepDeps {
  db: Db;
  queue: JobQueue;
  logger: Logger;
}

/** The transactions of younger rows may not be complete. */
const settledAfterMilliseconds = milliseconds.minute;

/**
 * Fails every unfinished row that no longer has a job in the queue: the last safety net behind retries and dead
 * letters, so that no work fails silently. Returns how many.
 */
export async function failAbandoned<Deps>(
  work: RowJob<Deps>,
  deps: SweepDeps & NoInfer<Deps>,
  signal?: AbortSignal,
): Promise<number> {
  let failed = 0;
  const settled = new Date(Date.now() - settledAfterMilliseconds);
  for await (const ids of unfinishedRows(work, deps.db, settled)) {
    signal?.throwIfAborted();
    for (const id of await rowsWithoutJob(deps, work.queue, ids)) {
      if (!(await failSettled(work, deps, id, settled))) continue;
      failed += 1;
      deps.logger.error(idOf(work, id), 'ended because the queue had no job for it');
    }
  }
  return failed;
}

/** Bounds the statement that looks up their jobs, however many rows wait. */
const pageSize = 500;

/** Yields the ids of all settled, unfinished rows in pages, each an index scan (keyset pagination). */
async function* unfinishedRows(
  { table, life }: Pick<RowJob, 'table' | 'life'>,
  db: Db,
  settled: Date,
): AsyncGenerator<string[]> {
  for (const status of life.unfinished) {
    let last = { id: '', createdAt: new Date(0) };
    for (let isWhole = true; isWhole; ) {
      const rows = await table(db).findMany({
        where: {
          status,
          createdAt: { gte: last.createdAt, lt: settled },
          OR: [{ createdAt: { gt: last.createdAt } }, { id: { gt: last.id } }],
        },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: pageSize,
      });
      yield rows.map(({ id }) => id);
      last = rows.at(-1) ?? last;
      isWhole = rows.length === pageSize;
    }
  }
}

/** Files that no row references after this time were left by a crashed process or by a run that lost. */
const orphanAfterMilliseconds = milliseconds.hour;

/** Removes stored files that no row references. Returns the number of removed prefixes and files. */
export async function removeOrphans(
  work: RowJob,
  { db, storage }: { db: Db; storage: Storage },
  now = Date.now(),
): Promise<number> {
  const cutoff = new Date(now - orphanAfterMilliseconds);
  let removed = 0;
  for (const prefix of await storage.list(work.folder)) {
    const id = prefix.slice(work.folder.length + 1);
    const inputKey = work.inputKey?.(id);
    const input = inputKey ? await storage.stat(inputKey) : null;
    if (input && input.modifiedAt > cutoff) continue;
    // Listed before the row is read: a run that began meanwhile has its row unfinished, or its files not on the list.
    const stored = await storage.list(prefix);
    const row = await work.table(db).findUnique({ where: { id } });
    if (row && !(row.finishedAt && row.finishedAt < cutoff)) continue;
    const kept = new Set(row ? [inputKey, row.renditionPrefix] : []);
    for (const key of row ? stored : [prefix]) {
      if (kept.has(key)) continue;
      await storage.remove(key);
      removed += 1;
    }
  }
  return removed;
}
