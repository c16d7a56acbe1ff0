import { taskStages } from '../../../shared/status.ts';
import type { Db } from '../../platform/db.ts';
import { publish } from '../../platform/events.ts';
import type { Logger } from '../../platform/logger.ts';
import type { AnimationProgress } from '../../providers/video/types.ts';

/** Writing more often than this (milliseconds) would only load the database: a bar can't show it. */
const minimumInterval = 300;

export interface ProgressWriter {
  /** Takes a report; it is written soon, later ones replacing those not written yet. */
  write(progress: AnimationProgress): void;
  /** Resolves when nothing is left to write. */
  flush(): Promise<void>;
}

/** Writes a run's progress to its task and tells the watchers. A failed write is logged and forgotten. */
export function createProgressWriter(
  db: Db,
  task: { id: string; userId: string },
  logger: Logger,
): ProgressWriter {
  let latest: AnimationProgress | null = null;
  let writing: Promise<void> | null = null;
  let lastWrite = 0;
  let last: AnimationProgress | null = null;

  async function drain(): Promise<void> {
    while (latest) {
      const progress = latest;
      latest = null;
      lastWrite = performance.now();
      last = progress;
      try {
        await save(db, task, progress);
      } catch (error) {
        logger.warn({ err: error, taskId: task.id }, 'progress could not be written');
      }
    }
    writing = null;
  }

  return {
    write(progress) {
      latest = progress;
      const changed = progress.stage !== last?.stage || progress.providerStatus !== last.providerStatus;
      const due = changed || performance.now() - lastWrite >= minimumInterval;
      if (due) writing ??= drain();
    },
    async flush() {
      await (writing ??= drain());
    },
  };
}

async function save(
  db: Db,
  task: { id: string; userId: string },
  { stage, progress, providerStatus }: AnimationProgress,
) {
  const order = [...taskStages];
  // A second run of the same task starts anew, but what its owner sees never goes backwards.
  const changed = await db.$executeRaw`
    UPDATE video_task
    SET stage = (${order}::text[])[GREATEST(
          array_position(${order}::text[], stage), array_position(${order}::text[], ${stage}::text))],
        provider_status = ${providerStatus ?? null},
        measured = ${progress !== null}, progress = GREATEST(progress, ${progress ?? 0}::float8)
    WHERE id = ${task.id} AND status = 'Processing'`;
  if (changed > 0) await publish(db, { userId: task.userId, topic: 'task', id: task.id });
}
