import { type ErrorCode, errorCatalogue, isErrorCode } from '#shared/errors.ts';
import { isModel } from '#shared/provenance.ts';
import type { TaskProgress, VideoTask } from '#shared/schemas/video.ts';
import { percentOf, type ProviderStatus, type TaskStage, type TaskStatus } from '#shared/status.ts';
import { dayOf } from '#shared/taken-on.ts';
import type { VideoTask as TaskRow } from '#server/generated/prisma/client.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { presentFrameSize } from '../media/film-columns.ts';
import { makerNamed } from '../media/provenance.ts';
import { videosVisibleTo } from '../media/visibility.ts';
import { moveToTrash, takeFromTrash } from '../job-lifecycle/trash.ts';
import { downloadPath, posterPath } from './task-keys.ts';
import { videoJob } from './running/video-job.ts';

/** One of the user's tasks. Throws AppError `task_not_found`, also for somebody else's. */
export async function ownTask(db: Tx, userId: string, taskId: string): Promise<TaskRow> {
  // Not findFirst: Prisma batches concurrent reads into one query only for findUnique.
  const task = await db.videoTask.findUnique({
    where: { ...videosVisibleTo('session'), id: taskId, userId },
  });
  if (!task) throw new AppError('task_not_found');
  return task;
}

/** Locks these tasks against one another's use and deletion of their photos, until `tx` ends. */
export async function lockTasks(tx: Tx, taskIds: readonly string[]): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM video_task WHERE id = ANY(${taskIds}) ORDER BY id FOR NO KEY UPDATE`;
}

function presentFailure({ errorCode }: TaskRow): { error?: string; code?: string } {
  return isErrorCode(errorCode) ? { error: errorCatalogue[errorCode].text, code: errorCode } : {};
}

function presentProgress(task: TaskRow): TaskProgress {
  const until = task.finishedAt ?? new Date();
  return {
    taskId: task.id,
    status: task.status as TaskStatus,
    progress: percentOf(task.progress),
    stage: task.stage as TaskStage,
    measured: task.measured,
    ...(task.providerStatus ? { providerStatus: task.providerStatus as ProviderStatus } : {}),
    elapsedSeconds: Math.max(0, Math.round((until.getTime() - task.createdAt.getTime()) / 1000)),
    ...presentFailure(task),
  };
}

/** The progress of one of the user's tasks. Throws AppError `task_not_found`, also for somebody else's. */
export async function getProgress(db: Db, userId: string, taskId: string): Promise<TaskProgress> {
  return presentProgress(await ownTask(db, userId, taskId));
}

/** One of the user's tasks, as in the list. Throws AppError `task_not_found`, also for somebody else's. */
export async function getTask(db: Db, userId: string, taskId: string): Promise<VideoTask> {
  return presentTask(await ownTask(db, userId, taskId));
}

/** Converts a task's row to the form in the list. */
export function presentTask(task: TaskRow): VideoTask {
  const ready = task.status === 'Success';
  return {
    id: task.id,
    taskId: task.id,
    status: task.status as TaskStatus,
    downloadUrl: ready ? downloadPath(task.id) : null,
    thumbnailUrl: ready ? posterPath(task.id) : null,
    ...presentFrameSize(task),
    originalFilename: task.originalFilename,
    name: task.name,
    takenOn: dayOf(task.takenOn),
    createdAt: task.createdAt.toISOString(),
    ai: isModel(makerNamed(task.provider)),
    photoKept: task.photoDeletedAt === null,
    progress: percentOf(task.progress),
    ...presentFailure(task),
  };
}

/**
 * Deletes an ended task and its video, which can be restored for a limited time. No credit is refunded. Throws AppError
 * `task_not_found` or `task_not_finished`.
 */
export const deleteTask = (db: Db, userId: string, taskId: string): Promise<{ restorableUntil: string }> =>
  moveToTrash(videoJob, db, userId, taskId);

/**
 * Restores a deleted task while that is possible; does nothing if it is not deleted. Throws AppError `task_not_found`.
 */
export async function restoreTask(db: Db, userId: string, taskId: string): Promise<VideoTask> {
  await takeFromTrash(videoJob, db, userId, taskId);
  return getTask(db, userId, taskId);
}

export interface TaskPage {
  tasks: VideoTask[];
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null;
}

/** Selects tasks by status and creation time (from inclusive, to exclusive), paginated by `limit` and `cursor`. */
interface TaskFilter {
  limit?: number | undefined;
  cursor?: string | undefined;
  status?: TaskStatus | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

const notCanceled = {
  OR: [{ errorCode: null }, { errorCode: { not: 'task_canceled' satisfies ErrorCode } }],
};

/**
 * The user's tasks that match the filter, newest first and without canceled ones: all of them, or `limit` tasks after
 * the one named by `cursor`, which may have been deleted meanwhile. Throws AppError `invalid_request` for a cursor that
 * is not the user's.
 */
export async function listTasks(
  db: Db,
  userId: string,
  { limit, cursor, status, from, to }: TaskFilter,
): Promise<TaskPage> {
  const rows = await db.videoTask.findMany({
    where: {
      ...videosVisibleTo('session'),
      userId,
      ...(status ? { status } : {}),
      createdAt: { ...(from && { gte: from }), ...(to && { lt: to }) },
      AND: [notCanceled, ...(cursor ? [{ OR: await olderThan(db, userId, cursor) }] : [])],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    ...(limit ? { take: limit + 1 } : {}),
  });
  const page = limit ? rows.slice(0, limit) : rows;
  return {
    tasks: page.map(presentTask),
    nextCursor: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  };
}

async function olderThan(db: Db, userId: string, taskId: string) {
  const task = await db.videoTask.findFirst({ where: { id: taskId, userId }, select: { createdAt: true } });
  if (!task) throw new AppError('invalid_request');
  return [{ createdAt: { lt: task.createdAt } }, { createdAt: task.createdAt, id: { gt: taskId } }];
}

/**
 * The path from which a browser downloads the finished video under its proper file name. Throws AppError
 * `task_not_found`, also if a token asks for a hidden one, `generation_failed` or `video_not_ready`.
 */
export async function getDownload(
  db: Db,
  { userId, by }: { userId: string; by: 'session' | 'token' },
  taskId: string,
): Promise<{ downloadUrl: string }> {
  const task = await db.videoTask.findUnique({ where: { ...videosVisibleTo(by), id: taskId, userId } });
  if (!task) throw new AppError('task_not_found');
  if (task.status === 'Fail') throw new AppError('generation_failed');
  if (task.status !== 'Success') throw new AppError('video_not_ready');
  return { downloadUrl: downloadPath(taskId) };
}
