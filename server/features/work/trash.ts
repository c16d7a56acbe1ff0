import { appLimits } from '../../../shared/app-limits.ts';
import type { Db, Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { publish } from '../../platform/events.ts';
import type { Storage } from '../../providers/storage/types.ts';
import type { Work, WorkCondition } from './work.ts';

const restoreMilliseconds = appLimits.gallery.restoreMinutes * 60_000;

/**
 * Moves something that has ended to the trash; it can be restored until the returned time (ISO 8601). Throws AppError
 * with the work's `notFound` and `notFinished`.
 */
export async function moveToTrash(
  { table, topic, life, codes }: Work,
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
export async function discard({ table }: Work, tx: Tx, id: string): Promise<number> {
  return (await table(tx).updateManyAndReturn({ where: { id }, data: { deletedAt: new Date(0) } })).length;
}

/** Restores something deleted while that is possible; does nothing if it is not deleted. */
export async function takeFromTrash(
  { table, topic }: Work,
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

/** Permanently removes everything that can no longer be restored, with all its files. Returns how many. */
export async function emptyTrash(
  work: Work,
  { db, storage }: { db: Db; storage: Storage },
  now = Date.now(),
): Promise<number> {
  const before = new Date(now - restoreMilliseconds);
  const old: WorkCondition = { deletedAt: { lt: before } };
  const discarded = work.discardedCode && { errorCode: work.discardedCode, finishedAt: { lt: before } };
  const where = { OR: discarded ? [old, discarded] : [old] };
  let purged = 0;
  for (const row of await work.table(db).findMany({ where })) {
    // The row first: files that a crash leaves behind are then orphans, which housekeeping removes.
    const { count } = await work.table(db).deleteMany({ where: { id: row.id, ...where } });
    if (count === 0) continue;
    await storage.remove(`${work.folder}/${row.id}`);
    await work.onPurge?.(storage, row);
    purged += count;
  }
  return purged;
}
