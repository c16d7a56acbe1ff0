import type { Db } from '../../platform/db.ts';
import { publish } from '../../platform/events.ts';
import { createLatestWriter, type LatestWriter } from '../../platform/latest-writer.ts';
import type { Logger } from '../../platform/logger.ts';
import type { AnimationProgress } from '../../providers/video/types.ts';

/** Writes a run's progress to its task and tells the watchers. A failed write is logged and forgotten. */
export function createProgressWriter(
  db: Db,
  task: { id: string; userId: string },
  logger: Logger,
): LatestWriter<AnimationProgress> {
  return createLatestWriter({
    save: (progress) => save(db, task, progress),
    urgent: ({ stage }, written) => stage !== written?.stage,
    onError: (error) => logger.warn({ err: error, taskId: task.id }, 'progress could not be written'),
  });
}

async function save(db: Db, task: { id: string; userId: string }, { stage, progress }: AnimationProgress) {
  // GREATEST: a second run of the same task starts anew, but what its owner sees never goes backwards.
  const changed = await db.$executeRaw`
    UPDATE video_task
    SET stage = ${stage}, measured = ${progress !== null}, progress = GREATEST(progress, ${progress ?? 0}::float8)
    WHERE id = ${task.id} AND status = 'Processing'`;
  if (changed > 0) await publish(db, { userId: task.userId, topic: 'task', id: task.id });
}
