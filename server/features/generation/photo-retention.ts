import type { VideoTask } from '#shared/schemas/video.ts';
import { taskLife } from '#shared/status.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import type { Db } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish } from '#server/platform/database/events.ts';
import { repeatInBatches, workThrough } from '#server/platform/jobs/work-through.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { videosVisibleTo } from '../media/visibility.ts';
import { lockTasks, ownTask, presentTask } from './tasks.ts';

interface PhotoDeps {
  db: Db;
  storage: Pick<Storage, 'remove'>;
}

/** Tasks that have ended and have no movement in progress that needs the photo. */
const unused = {
  photoDeletedAt: null,
  finishedAt: { not: null },
  variants: { none: { status: { in: [...taskLife.unfinished] } } },
} satisfies Prisma.VideoTaskWhereInput;

/**
 * Deletes the photo of one of the user's ended tasks; the video stays, but no other movement can be made. Idempotent.
 * Throws AppError `task_not_found`, and `task_not_finished`, also while another movement is being made.
 */
export async function deletePhoto(deps: PhotoDeps, userId: string, taskId: string): Promise<VideoTask> {
  const { db } = deps;
  const own = { ...videosVisibleTo('session'), id: taskId, userId };
  const marked = await markUnused(db, [taskId], own, new Date());
  const task = await ownTask(db, userId, taskId);
  if (task.photoDeletedAt === null) throw new AppError('task_not_finished');
  if (marked > 0) await publish(db, { userId, topic: 'task', id: taskId });
  await removePhoto(deps, task);
  return presentTask(task);
}

export type PhotoRetentionDeps = PhotoDeps & { env: { PHOTO_RETENTION: number }; logger: Logger };

/** The bound of a statement that locks tasks. */
const markedAtOnce = 100;

/** Deletes photos of tasks that ended longer than PHOTO_RETENTION ago. Returns how many. */
export async function deleteOldPhotos(
  deps: PhotoRetentionDeps,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<number> {
  const { db, env, logger } = deps;
  const old = { ...unused, finishedAt: { lt: new Date(now - env.PHOTO_RETENTION * 1000) } };
  await repeatInBatches(
    async () => {
      const due = await db.videoTask.findMany({
        where: old,
        orderBy: { finishedAt: 'asc' },
        select: { id: true },
        take: markedAtOnce,
      });
      const ids = due.map(({ id }) => id);
      if (ids.length > 0)
        await markUnused(db, ids, { id: { in: ids }, finishedAt: old.finishedAt }, new Date(now));
      return { count: ids.length };
    },
    signal,
    markedAtOnce,
  );
  // Includes photos that a crashed process had marked but not deleted.
  return workThrough(
    { logger, signal },
    {
      read: (last: { id: string; photoKey: string } | undefined, take) =>
        db.videoTask.findMany({
          where: { photoDeletedAt: { not: null }, photoKey: { not: '' }, id: { gt: last?.id ?? '' } },
          orderBy: { id: 'asc' },
          select: { id: true, photoKey: true },
          take,
        }),
      async act(task) {
        await removePhoto(deps, task);
        return true;
      },
      describe: ({ id }) => ({ taskId: id }),
    },
  );
}

/**
 * Marks the photos of these tasks as deleted, as far as they are `unused` and match `where`. Returns how many. Locks the
 * tasks first, as `chooseVariant` does, so that a movement that is being requested is seen, or sees the photo gone.
 */
async function markUnused(
  db: Db,
  ids: readonly string[],
  where: Prisma.VideoTaskWhereInput,
  photoDeletedAt: Date,
): Promise<number> {
  return db.$transaction(async (tx) => {
    await lockTasks(tx, ids);
    const condition = { AND: [where, unused] };
    return (await tx.videoTask.updateMany({ where: condition, data: { photoDeletedAt } })).count;
  });
}

/** Clears the key in the row only after the file is removed: until then the sweep retries. */
async function removePhoto(
  { db, storage }: PhotoDeps,
  { id, photoKey }: { id: string; photoKey: string },
): Promise<void> {
  if (photoKey === '') return;
  await storage.remove(photoKey);
  await db.videoTask.updateMany({ where: { id }, data: { photoKey: '' } });
}
