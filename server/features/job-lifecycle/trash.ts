import { appLimits } from '#shared/app-limits.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish } from '#server/platform/database/events.ts';
import { workThrough } from '#server/platform/jobs/work-through.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import { planRemoval, type RemovalDeps, removePlanned } from '../files/removals.ts';
import { idOf } from './run-job.ts';
import type { RowJob, JobCondition, JobRow } from './row-job.ts';
import { milliseconds } from '#shared/durations.ts';

const restoreMilliseconds = appLimits.gallery.restoreMinutes * milliseconds.minute;

/**
 * Moves something that has ended to the trash; it can be restored until the returned time (ISO 8601). Throws AppError
 * with the work's `notFound` and `notFinished`.
 */
export async function moveToTrash(
  { table, topic, life, codes }: RowJob,
  db: Db,
  userId: string,
  id: string,
): Promise<{ restorableUntil: string }> {
  const deletedAt = new Date();
  const own = { id, userId, deletedAt: null };
  const deleted = await table(db).updateManyAndReturn({
    where: { ...own, status: { in: life.final } },
    data: { deletedAt },
  });
  if (deleted.length === 0)
    throw new AppError((await table(db).findUnique({ where: own })) ? codes.notFinished : codes.notFound);
  await publish(db, { userId, topic, id });
  return { restorableUntil: new Date(deletedAt.getTime() + restoreMilliseconds).toISOString() };
}

/** Deletes something irrevocably: the next sweep removes it with its files. Returns how many rows there were. */
export async function discard({ table }: RowJob, tx: Tx, id: string): Promise<number> {
  return (await table(tx).updateManyAndReturn({ where: { id }, data: { deletedAt: new Date(0) } })).length;
}

/** Restores something deleted while that is possible; does nothing if it is not deleted. */
export async function takeFromTrash(
  { table, topic }: RowJob,
  db: Db,
  userId: string,
  id: string,
): Promise<void> {
  const since = new Date(Date.now() - restoreMilliseconds);
  const restored = await table(db).updateManyAndReturn({
    where: { id, userId, deletedAt: { gte: since } },
    data: { deletedAt: null },
  });
  if (restored.length > 0) await publish(db, { userId, topic, id });
}

export type TrashDeps = RemovalDeps & { logger: Logger };

/** Permanently removes everything that can no longer be restored, with all its files. Returns how many. */
export async function emptyTrash(
  work: RowJob,
  deps: TrashDeps,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(now - restoreMilliseconds);
  let purged = await purge(work, deps, { where: { deletedAt: { lt: before } }, by: 'deletedAt' }, signal);
  if (work.discardedCode === undefined) return purged;
  const discarded = { errorCode: work.discardedCode, finishedAt: { lt: before } };
  purged += await purge(work, deps, { where: discarded, by: 'finishedAt' }, signal);
  return purged;
}

/** Removes the rows that meet a condition on the time `by`, and then their files. */
function purge(
  work: RowJob,
  deps: TrashDeps,
  { where, by }: { where: JobCondition; by: 'deletedAt' | 'finishedAt' },
  signal?: AbortSignal,
): Promise<number> {
  const { db, logger } = deps;
  const after = (last: JobRow | undefined): JobCondition[] => {
    const time = last?.[by];
    if (!last || !time) return [];
    return [{ OR: [{ [by]: { gt: time } }, { [by]: time, id: { gt: last.id } }] }];
  };
  return workThrough<JobRow>(
    { logger, signal },
    {
      read: (last, take) =>
        work.table(db).findMany({
          where: { AND: [where, ...after(last)] },
          orderBy: [{ [by]: 'asc' }, { id: 'asc' }],
          take,
        }),
      async act(row) {
        const files = await db.$transaction(async (tx) => {
          const found = await filesOf(tx, work, row);
          // Conditional: it may have been restored meanwhile.
          const { count } = await work.table(tx).deleteMany({ where: { ...where, id: row.id } });
          if (count === 0) return null;
          await planRemoval(tx, found, new Date());
          return found;
        });
        if (files) await removePlanned(deps, files);
        return files !== null;
      },
      describe: ({ id }) => idOf(work, id),
    },
  );
}

/** The prefixes of all stored files of an item. */
export const filesOf = async (tx: Tx, work: RowJob, row: JobRow): Promise<string[]> => [
  `${work.folder}/${row.id}`,
  ...((await work.alsoPurged?.(tx, row)) ?? []),
];
