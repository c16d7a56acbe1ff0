import type { VideoTask } from '#shared/schemas/video.ts';
import type { Db } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish } from '#server/platform/database/events.ts';
import { videosVisibleTo } from '../media/visibility.ts';
import { presentTask } from './tasks.ts';

/**
 * Renames one of the user's tasks, in any state, or removes its name. Throws AppError `task_not_found`, also for
 * somebody else's.
 */
export async function renameTask(
  db: Db,
  userId: string,
  { taskId, name = null }: { taskId: string; name?: string | null | undefined },
): Promise<VideoTask> {
  const [task] = await db.videoTask.updateManyAndReturn({
    where: { ...videosVisibleTo('session'), id: taskId, userId },
    data: { name },
  });
  if (!task) throw new AppError('task_not_found');
  await publish(db, { userId, topic: 'task', id: taskId });
  return presentTask(task);
}
