import { fileNameOf } from '../../../shared/file-name.ts';
import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { playedPrefix } from '../media/keys.ts';
import { type PublishedFile, type PublishedPart, publishedFile } from '../media/published.ts';

/** The file behind the public path of a video or its poster. Throws AppError `task_not_found`. */
export async function findPublished(db: Db, taskId: string, part: PublishedPart): Promise<PublishedFile> {
  const task = await db.videoTask.findUnique({
    where: { id: taskId, deletedAt: null },
    select: { renditionPrefix: true, shownPrefix: true, userId: true, name: true },
  });
  const prefix = task && playedPrefix(task);
  if (!prefix) throw new AppError('task_not_found');
  const video = {
    ownerId: task.userId,
    prefix,
    name: task.name ? fileNameOf(task.name) : `memori-video-${taskId}`,
  };
  return publishedFile(db, video, part);
}

/** What the public page of a video says of it; null where there is no such finished video. */
export function findSharedVideo(
  db: Db,
  taskId: string,
): Promise<{ name: string | null; width: number | null; height: number | null } | null> {
  return db.videoTask.findUnique({
    where: { id: taskId, deletedAt: null, renditionPrefix: { not: null } },
    select: { name: true, width: true, height: true },
  });
}
