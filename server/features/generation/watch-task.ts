import type { TaskProgress } from '#shared/schemas/video.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { EventHub } from '#server/platform/database/events.ts';
import { watchJob } from '../job-lifecycle/watch-job.ts';
import { getProgress } from './tasks.ts';
import { videoJob } from './running/video-job.ts';

/**
 * Yields the task's progress immediately and at every change, and ends with the final status or when `signal` aborts.
 * Throws AppError `task_not_found`, also for somebody else's task.
 */
export function watchProgress(
  { db, events }: { db: Db; events: EventHub },
  userId: string,
  taskId: string,
  signal?: AbortSignal,
): AsyncGenerator<TaskProgress, void, undefined> {
  const read = () => getProgress(db, userId, taskId);
  return watchJob(videoJob, events, { userId, id: taskId, read }, signal);
}
