import { fileNameOf } from '../../../shared/file-name.ts';
import { familyLimits } from '../../../shared/family-limits.ts';
import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { playedPrefix } from '../media/keys.ts';
import type { SizeColumns } from '../media/frame-size.ts';
import type { PrintableFilm } from '../media/keepsakes.ts';
import { type OwnFilm, type PublishedFile, type PublishedPart, publishedFile } from '../media/published.ts';
import type { ProvenanceSource } from '../media/provenance.ts';

import { isShared, type SharingColumns, sharingColumns, type Viewer } from '../media/sharing.ts';
import { requireFinishedVideos } from '../media/videos.ts';

/**
 * The file behind the public path of a video or its poster. Throws AppError `task_not_found`, also if it is not shared
 * and the viewer is not its owner.
 */
export async function findPublished(
  db: Db,
  taskId: string,
  part: PublishedPart,
  viewer: Viewer,
): Promise<PublishedFile> {
  const task = await db.videoTask.findUnique({
    where: { id: taskId, deletedAt: null },
    select: { ...sharingColumns, renditionPrefix: true, shownPrefix: true, userId: true, name: true },
  });
  const prefix = task && playedPrefix(task);
  if (!prefix || !(isShared(task) || (await viewer()) === task.userId)) throw new AppError('task_not_found');
  const video = {
    ownerId: task.userId,
    prefix,
    name: task.name ? fileNameOf(task.name) : `memori-video-${taskId}`,
  };
  return publishedFile(db, video, part);
}

/**
 * The user's finished videos with these ids, or all if `taskIds` is null; newest first, at most as many as a frame
 * shows.
 */
export async function findOwnVideos(
  db: Db,
  userId: string,
  taskIds: readonly string[] | null,
): Promise<OwnFilm[]> {
  const tasks = await db.videoTask.findMany({
    where: { userId, deletedAt: null, status: 'Success', ...(taskIds && { id: { in: [...taskIds] } }) },
    select: { id: true, name: true, renditionPrefix: true, shownPrefix: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: familyLimits.frame.mostFilms,
  });
  return tasks.flatMap(({ id, name, ...task }) => {
    const prefix = playedPrefix(task);
    return prefix ? [{ id, name, prefix }] : [];
  });
}

/**
 * The data for a video's provenance record. Does not check access: callers do so with `findPublished`. Throws AppError
 * `task_not_found`.
 */
export async function findVideoProvenanceSource(db: Db, taskId: string): Promise<ProvenanceSource> {
  const task = await db.videoTask.findUnique({ where: { id: taskId } });
  if (!task) throw new AppError('task_not_found');
  return { kind: 'video', id: taskId, finishedAt: task.finishedAt, providers: [task.provider] };
}

/** The data for a video's public page; null if there is no such finished and shared video. */
export async function findSharedVideo(
  db: Db,
  taskId: string,
): Promise<(SharingColumns & SizeColumns & { name: string | null }) | null> {
  const video = await db.videoTask.findUnique({
    where: { id: taskId, deletedAt: null, renditionPrefix: { not: null } },
    select: { ...sharingColumns, name: true, width: true, height: true },
  });
  return video && isShared(video) ? video : null;
}

/**
 * The data to print the user's finished videos, in the order of `taskIds`. Throws AppError `task_not_found`, also for
 * somebody else's, and `video_not_ready`.
 */
export async function findPrintableVideos(
  db: Db,
  userId: string,
  taskIds: readonly string[],
): Promise<PrintableFilm[]> {
  await requireFinishedVideos(db, userId, taskIds);
  const tasks = await db.videoTask.findMany({
    where: { id: { in: [...taskIds] }, userId, deletedAt: null },
    select: { id: true, name: true, renditionPrefix: true, shownPrefix: true },
  });
  return taskIds.map((id) => {
    const task = tasks.find((each) => each.id === id);
    const prefix = task && playedPrefix(task);
    if (!prefix) throw new AppError('task_not_found');
    return { kind: 'video', id, name: task.name, prefix };
  });
}
