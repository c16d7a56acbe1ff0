import type { Sharing, SharingState } from '#shared/schemas/share.ts';
import type { Db } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { columnsOf, presentSharing } from '../media/film-columns.ts';
import { videosVisibleTo } from '../media/visibility.ts';
import { ownTask } from './tasks.ts';

/** The sharing state of one of the user's videos. Throws AppError `task_not_found`, also for somebody else's. */
export async function getVideoSharing(db: Db, userId: string, taskId: string): Promise<SharingState> {
  return presentSharing(await ownTask(db, userId, taskId));
}

/** Changes how one of the user's videos is shared, effective immediately. Throws AppError `task_not_found`. */
export async function setVideoSharing(
  db: Db,
  userId: string,
  taskId: string,
  sharing: Sharing,
): Promise<SharingState> {
  const where = { ...videosVisibleTo('session'), id: taskId, userId };
  const [task] = await db.videoTask.updateManyAndReturn({ where, data: columnsOf(sharing) });
  if (!task) throw new AppError('task_not_found');
  return presentSharing(task);
}
