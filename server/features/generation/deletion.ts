import { limits } from '../../../shared/limits.ts';
import type { VideoTask } from '../../../shared/schemas/video.ts';
import { isFinal, taskStatuses } from '../../../shared/status.ts';
import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { publish } from '../../platform/events.ts';
import type { Storage } from '../../providers/storage/types.ts';
import { clearFilmCache } from '../media/film-cache.ts';
import { taskPrefix } from './keys.ts';
import { getProgress, getTask } from './tasks.ts';

const restoreMilliseconds = limits.gallery.restoreMinutes * 60_000;

/**
 * Takes an ended task and its video out of everybody's sight; it can be restored until the time that is returned
 * (ISO 8601). No credit comes back. Throws AppError `task_not_found`, `task_not_finished`.
 */
export async function deleteTask(
  db: Db,
  userId: string,
  taskId: string,
): Promise<{ restorableUntil: string }> {
  const deletedAt = new Date();
  const { count } = await db.videoTask.updateMany({
    where: { id: taskId, userId, deletedAt: null, status: { in: taskStatuses.filter(isFinal) } },
    data: { deletedAt },
  });
  if (count === 0) {
    await getProgress(db, userId, taskId);
    throw new AppError('task_not_finished');
  }
  await publish(db, { userId, topic: 'task', id: taskId });
  return { restorableUntil: new Date(deletedAt.getTime() + restoreMilliseconds).toISOString() };
}

/** Brings a deleted task back while that is possible; one that is not deleted stays. Throws AppError `task_not_found`. */
export async function restoreTask(db: Db, userId: string, taskId: string): Promise<VideoTask> {
  const since = new Date(Date.now() - restoreMilliseconds);
  await db.videoTask.updateMany({
    where: { id: taskId, userId, deletedAt: { gte: since } },
    data: { deletedAt: null },
  });
  const task = await getTask(db, userId, taskId);
  await publish(db, { userId, topic: 'task', id: taskId });
  return task;
}

/**
 * Removes, for good, the tasks that were deleted longer ago than they can be restored, with all files, and whatever
 * pieces of films may hold pictures of theirs. The ledger keeps its entries. Returns how many.
 */
export async function purgeTasks(
  { db, storage }: { db: Db; storage: Storage },
  now = Date.now(),
): Promise<number> {
  const old = { deletedAt: { lt: new Date(now - restoreMilliseconds) } };
  const tasks = await db.videoTask.findMany({ where: old, select: { id: true, userId: true } });
  let purged = 0;
  for (const { id, userId } of tasks) {
    // The row first: what a crash leaves of the files is then nobody's, and housekeeping removes it.
    const { count } = await db.videoTask.deleteMany({ where: { id, ...old } });
    if (count === 0) continue;
    await storage.remove(taskPrefix(id));
    await clearFilmCache(storage, userId);
    purged += count;
  }
  return purged;
}
