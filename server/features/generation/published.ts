import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { entitledRendition } from '../media/entitlement.ts';
import { posterKey, videoKey } from '../media/keys.ts';

export interface PublishedFile {
  /** Where the bytes lie in the storage; an object there never changes. */
  storageKey: string;
  contentType: 'video/mp4' | 'image/jpeg';
  /** The name under which a browser saves it. */
  filename: string;
}

/** The file behind the public path of a video or its poster. Throws AppError `task_not_found`. */
export async function findPublished(
  db: Db,
  taskId: string,
  part: 'video' | 'poster',
): Promise<PublishedFile> {
  const task = await db.videoTask.findUnique({
    where: { id: taskId, deletedAt: null },
    select: { renditionPrefix: true, userId: true },
  });
  if (!task?.renditionPrefix) throw new AppError('task_not_found');
  const rendition = await entitledRendition(db, task.userId);
  return part === 'video'
    ? {
        storageKey: videoKey(task.renditionPrefix, rendition),
        contentType: 'video/mp4',
        filename: `memori-video-${taskId}.mp4`,
      }
    : {
        storageKey: posterKey(task.renditionPrefix, rendition),
        contentType: 'image/jpeg',
        filename: `memori-video-${taskId}.jpg`,
      };
}
