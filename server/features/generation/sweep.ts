import type { PgBoss } from 'pg-boss';
import { isFinal, taskStatuses } from '../../../shared/status.ts';
import type { Db } from '../../platform/db.ts';
import type { Logger } from '../../platform/logger.ts';
import { hasLiveJob } from '../../platform/queue.ts';
import type { Storage } from '../../providers/storage/types.ts';
import { fail } from './finish.ts';
import { photoKey, tasksPrefix } from './keys.ts';

interface SweepDeps {
  db: Db;
  queue: PgBoss;
  logger: Logger;
}

/** Younger tasks may be between two statements of somebody's transaction. */
const settledAfterMilliseconds = 60_000;

/**
 * Ends every running task that no job of the queue stands for any more, with its credit back: the last net under
 * retries and dead letters, so that no task ends in silence.
 */
export async function failAbandonedTasks({ db, queue, logger }: SweepDeps): Promise<number> {
  const running = taskStatuses.filter((status) => !isFinal(status));
  const tasks = await db.videoTask.findMany({
    where: { status: { in: running }, createdAt: { lt: new Date(Date.now() - settledAfterMilliseconds) } },
    select: { id: true },
  });
  let failed = 0;
  for (const { id } of tasks) {
    if (await hasLiveJob(queue, ['generate-video', 'generate-video-dead'], { taskId: id })) continue;
    if (await fail(db, id, 'generation_failed')) failed += 1;
    logger.error({ taskId: id }, 'a task had no job left and was ended with its credit back');
  }
  return failed;
}

/** A photo that no task claims after this long was left by a process that died between storing and committing. */
const orphanAfterMilliseconds = 3_600_000;

/** Removes stored files that no task knows: those of requests that died half-way, and of runs that did not win. */
export async function removeOrphanedFiles(
  { db, storage }: { db: Db; storage: Storage },
  now = Date.now(),
): Promise<number> {
  let removed = 0;
  const cutoff = now - orphanAfterMilliseconds;
  for (const prefix of await storage.list(tasksPrefix)) {
    const taskId = prefix.slice(tasksPrefix.length + 1);
    const photo = await storage.stat(photoKey(taskId));
    if (photo && photo.modifiedAt.getTime() > cutoff) continue;
    const task = await db.videoTask.findUnique({ where: { id: taskId } });
    if (!task) {
      await storage.remove(prefix);
      removed += 1;
    } else if (task.finishedAt && task.finishedAt.getTime() < cutoff) {
      const kept = new Set([task.photoKey, task.renditionPrefix]);
      for (const key of await storage.list(prefix)) {
        if (kept.has(key)) continue;
        await storage.remove(key);
        removed += 1;
      }
    }
  }
  return removed;
}
