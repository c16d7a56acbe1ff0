import { familyLimits } from '#shared/family-limits.ts';
import type { Db } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { playedPrefix } from '../media/film-keys.ts';
import { type SizeColumns, type SharingColumns, sharingColumns } from '../media/film-columns.ts';
import type { PrintableFilm } from '../media/keepsakes.ts';
import type { OwnFilm } from '../media/published-file.ts';
import type { ProvenanceSource } from '../media/provenance.ts';
import { requireFinishedVideos } from '../media/videos.ts';
import { videosVisibleTo } from '../media/visibility.ts';

/**
 * The user's finished videos with these ids that a display may show, or all if `taskIds` is null; newest first, at most as
 * many as a display shows.
 */
export async function findDisplayedVideos(
  db: Db,
  userId: string,
  taskIds: readonly string[] | null,
): Promise<OwnFilm[]> {
  const tasks = await db.videoTask.findMany({
    where: {
      ...videosVisibleTo('display'),
      userId,
      status: 'Success',
      ...(taskIds && { id: { in: [...taskIds] } }),
    },
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
  return db.videoTask.findUnique({
    where: { ...videosVisibleTo('link'), id: taskId, renditionPrefix: { not: null } },
    select: { ...sharingColumns, name: true, width: true, height: true },
  });
}

/**
 * The data to print the user's finished videos, in the order of `taskIds`. Throws AppError `task_not_found`, also for
 * somebody else's, `film_hidden` and `video_not_ready`.
 */
export async function findPrintableVideos(
  db: Db,
  userId: string,
  taskIds: readonly string[],
): Promise<PrintableFilm[]> {
  await requireFinishedVideos(db, userId, taskIds, 'print');
  const tasks = await db.videoTask.findMany({
    where: { ...videosVisibleTo('print'), id: { in: [...taskIds] }, userId },
    select: { id: true, name: true, renditionPrefix: true, shownPrefix: true },
  });
  return taskIds.map((id) => {
    const task = tasks.find((each) => each.id === id);
    const prefix = task && playedPrefix(task);
    if (!prefix) throw new AppError('task_not_found');
    return { kind: 'video', id, name: task.name, prefix };
  });
}
