import type { TaskProgress } from '../../../shared/schemas/video.ts';
import { isFinal } from '../../../shared/status.ts';
import type { Db } from '../../platform/db.ts';
import { type EventHub, watch } from '../../platform/events.ts';
import { readOnce } from '../../platform/shared-read.ts';
import { getProgress } from './tasks.ts';

/**
 * Yields how far the task is: at once, then at every change, ending with the final status or when `signal` aborts.
 * Throws AppError `task_not_found`, also for somebody else's task.
 */
export async function* watchProgress(
  deps: { db: Db; events: EventHub },
  userId: string,
  taskId: string,
  signal?: AbortSignal,
): AsyncGenerator<TaskProgress, void, undefined> {
  const steps = watch(deps.events, {
    userId,
    concerns: ({ topic, id }) => topic === 'task' && id === taskId,
    read: (event) => readOnce(event, 'task', () => getProgress(deps.db, userId, taskId)),
    signal,
  });
  for await (const progress of steps) {
    yield progress;
    if (isFinal(progress.status)) return;
  }
}
