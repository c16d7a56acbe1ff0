import { taskLife } from '#shared/status.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import type { AnimationProgress } from '#server/providers/video/types.ts';
import type { RowJob, JobRow } from '#server/features/job-lifecycle/row-job.ts';
import { variantPrefix, variantsFolder } from '../task-keys.ts';
import { finalCode } from '../running/video-job.ts';
import type { CameraMovement } from '#shared/motion/movements.ts';

/** The work of making another movement of a video. Costs no credit; the result becomes the one that is shown. */
export const variantJob: RowJob<{ db: Db }, AnimationProgress> = {
  topic: 'movement',
  life: taskLife,
  table: (db) => db.videoVariant,
  codes: { failed: 'generation_failed', notFound: 'task_not_found', notFinished: 'task_not_finished' },
  folder: variantsFolder,
  runPrefix: (id, runId) => `${variantPrefix(id)}/${runId}`,
  workName: (id) => `move-${id}`,
  queue: 'move-video',
  saveProgress: (db, id, { progress }) => db.$executeRaw`
    UPDATE video_movement SET progress = GREATEST(progress, ${progress ?? 0}::float8)
    WHERE id = ${id} AND status = 'Processing'`,
  finalCode,
  onEnd: show,
};

async function show(_deps: unknown, tx: Tx, { id, renditionPrefix }: JobRow): Promise<void> {
  if (renditionPrefix === null) return;
  await tx.videoTask.update({
    where: { id: readVariantId(id).taskId },
    data: { shownPrefix: renditionPrefix },
  });
}

/** The id of a task's movement; a task can have each movement once. */
export const variantId = (taskId: string, motion: CameraMovement): string => `${taskId}-${motion}`;

/** The task and the movement that an id names. */
export function readVariantId(id: string): { taskId: string; motion: CameraMovement } {
  const end = id.indexOf('-');
  return { taskId: id.slice(0, end), motion: id.slice(end + 1) as CameraMovement };
}
