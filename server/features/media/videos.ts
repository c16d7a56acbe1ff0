import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { playedPrefix } from './keys.ts';

type Videos = Pick<Tx, 'videoTask'>;

/**
 * Throws AppError unless each of the tasks is a finished video of the user's: `task_not_found` (unknown, deleted or
 * somebody else's: the same answer), `video_not_ready`.
 */
export async function requireFinishedVideos(
  db: Videos,
  userId: string,
  taskIds: readonly string[],
): Promise<void> {
  const tasks = await db.videoTask.findMany({
    where: { id: { in: [...taskIds] }, userId, deletedAt: null },
    select: { status: true },
  });
  if (tasks.length < taskIds.length) throw new AppError('task_not_found');
  if (tasks.some(({ status }) => status !== 'Success')) throw new AppError('video_not_ready');
}

/** The storage prefixes of the user's finished videos, in the order asked for; null if one of them is gone. */
export async function findRenditionPrefixes(
  db: Videos,
  userId: string,
  taskIds: readonly string[],
): Promise<string[] | null> {
  const tasks = await db.videoTask.findMany({
    where: { id: { in: [...taskIds] }, userId, deletedAt: null },
    select: { id: true, renditionPrefix: true, shownPrefix: true },
  });
  const prefixes = new Map(tasks.map((task) => [task.id, playedPrefix(task)]));
  const found = taskIds.map((id) => prefixes.get(id)).filter((prefix) => typeof prefix === 'string');
  return found.length === taskIds.length ? found : null;
}
