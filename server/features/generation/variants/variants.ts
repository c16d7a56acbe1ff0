import { appLimits } from '#shared/app-limits.ts';
import { type CameraMovement, cameraMovements } from '#shared/motion/movements.ts';
import type { Movements } from '#shared/schemas/video.ts';
import { percentOf, taskLife } from '#shared/status.ts';
import type { VideoVariant, VideoTask } from '#server/generated/prisma/client.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish } from '#server/platform/database/events.ts';
import { enqueueRow } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { isTestUser } from '#server/platform/database/test-users.ts';
import type { VideoProvider } from '#server/providers/video/types.ts';
import { takeTurn } from '#server/features/job-lifecycle/turns.ts';
import { variantId, readVariantId } from './variant-job.ts';
import { requireFinishedVideos } from '#server/features/media/videos.ts';
import { lockTasks, ownTask } from '../tasks.ts';
import { milliseconds } from '#shared/durations.ts';

interface VariantDeps {
  db: Db;
  queue: JobQueue;
  video: Pick<VideoProvider, 'name'>;
}

/** One of the user's finished videos. Throws AppError `task_not_found` or `video_not_ready`. */
async function finishedTask(db: Tx, userId: string, taskId: string): Promise<VideoTask> {
  const task = await ownTask(db, userId, taskId);
  if (task.status !== taskLife.succeeded) throw new AppError('video_not_ready');
  return task;
}

/**
 * Whether other movements can be requested: only for videos of the local animator, while it is in use and the photo is
 * kept, and for a limited time (`movementHours`).
 */
function isOpen(
  { provider, movement, finishedAt, photoDeletedAt }: VideoTask,
  video: VariantDeps['video'],
): boolean {
  if (photoDeletedAt !== null) return false;
  const since = Date.now() - appLimits.generation.movementHours * milliseconds.hour;
  const isOurs = provider === 'local' && video.name === 'local' && movement !== null;
  return isOurs && finishedAt !== null && finishedAt.getTime() > since;
}

/** The available movements of the user's video. Throws AppError `task_not_found` or `video_not_ready`. */
export async function listVariants(
  { db, video }: Pick<VariantDeps, 'db' | 'video'>,
  userId: string,
  taskId: string,
): Promise<Movements> {
  const task = await finishedTask(db, userId, taskId);
  const made = await db.videoVariant.findMany({ where: { taskId } });
  const rows = new Map(made.map((row) => [readVariantId(row.id).motion, row]));
  const shown = made.find(({ renditionPrefix }) => renditionPrefix && renditionPrefix === task.shownPrefix);
  const open = isOpen(task, video);
  return {
    shown: shown ? readVariantId(shown.id).motion : (task.movement as CameraMovement | null),
    movements: cameraMovements.flatMap((motion) => {
      const row = rows.get(motion);
      const state = motion === task.movement ? 'made' : stateOf(row, open);
      return state
        ? [{ motion, state, progress: state === 'made' ? 100 : percentOf(row?.progress ?? 0) }]
        : [];
    }),
  };
}

function stateOf(
  row: VideoVariant | undefined,
  open: boolean,
): Movements['movements'][number]['state'] | null {
  if (row?.status === taskLife.succeeded) return 'made';
  if (row && row.status !== taskLife.failed) return 'making';
  return open ? 'open' : null;
}

/**
 * Shows a video with this movement: immediately if it exists, else once it has been made, which is free and happens
 * only once. Throws AppError `task_not_found`, `film_hidden`, `video_not_ready` or `movement_not_offered`.
 */
export async function chooseVariant(
  deps: VariantDeps,
  userId: string,
  { taskId, motion }: { taskId: string; motion: CameraMovement },
): Promise<Movements> {
  const id = variantId(taskId, motion);
  await deps.db.$transaction(async (tx) => {
    await lockTasks(tx, [taskId]);
    await requireFinishedVideos(tx, userId, [taskId], 'new-film');
    const task = await ownTask(tx, userId, taskId);
    const row = await tx.videoVariant.findUnique({ where: { id } });
    if (motion === task.movement || row?.renditionPrefix) {
      const shownPrefix = row?.renditionPrefix ?? null;
      await tx.videoTask.update({ where: { id: taskId }, data: { shownPrefix } });
    } else if (!row || row.status === taskLife.failed) {
      if (!isOpen(task, deps.video)) throw new AppError('movement_not_offered');
      if (!(await begin(tx, { id, taskId, userId }))) return;
      await enqueue(deps.queue, tx, id, userId);
    }
    await publish(tx, { userId, topic: 'movement', id });
  });
  return listVariants(deps, userId, taskId);
}

/** Movements are free: a person's start in turn with those of others, and those of tests after all of them. */
async function enqueue(queue: JobQueue, tx: Tx, variantId: string, userId: string): Promise<void> {
  const unfinished = { userId, status: { in: taskLife.unfinished } };
  const priority = await takeTurn(tx, userId, {
    isLast: await isTestUser(tx, userId),
    countUnfinished: () => tx.videoVariant.count({ where: unfinished }),
  });
  await enqueueRow(queue, tx, 'move-video', variantId, { variantId }, { priority });
}

/** Inserts a row for the movement, or resets a failed one. Returns false if a concurrent call just did so. */
async function begin(tx: Tx, row: { id: string; taskId: string; userId: string }): Promise<boolean> {
  const { count } = await tx.videoVariant.createMany({ data: [row], skipDuplicates: true });
  if (count > 0) return true;
  const anew = await tx.videoVariant.updateMany({
    where: { id: row.id, status: taskLife.failed },
    data: {
      status: taskLife.waiting,
      progress: 0,
      errorCode: null,
      createdAt: new Date(),
      startedAt: null,
      finishedAt: null,
    },
  });
  return anew.count > 0;
}
