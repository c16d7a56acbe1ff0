import { taskLife } from '../../../../shared/status.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import type { AnimationProgress } from '../../../providers/video/types.ts';
import type { Work, WorkRow } from '../../work/work.ts';
import { movementPrefix, movementsPrefix } from '../keys.ts';
import { readMovementId } from './movement-id.ts';
import { finalCode } from '../running/work.ts';

/** The work of making another movement of a video. Costs no credit; the result becomes the one that is shown. */
export const movementWork: Work<{ db: Db }, AnimationProgress> = {
  topic: 'movement',
  life: taskLife,
  table: (db) => db.videoMovement,
  codes: { failed: 'generation_failed', notFound: 'task_not_found', notFinished: 'task_not_finished' },
  folder: movementsPrefix,
  runPrefix: (id, runId) => `${movementPrefix(id)}/${runId}`,
  workName: (id) => `move-${id}`,
  queue: 'move-video',
  saveProgress: (db, id, { progress }) => db.$executeRaw`
    UPDATE video_movement SET progress = GREATEST(progress, ${progress ?? 0}::float8)
    WHERE id = ${id} AND status = 'Processing'`,
  finalCode,
  onEnd: show,
};

async function show(_deps: unknown, tx: Tx, { id, renditionPrefix }: WorkRow): Promise<void> {
  if (renditionPrefix === null) return;
  await tx.videoTask.update({
    where: { id: readMovementId(id).taskId },
    data: { shownPrefix: renditionPrefix },
  });
}
