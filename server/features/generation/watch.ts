import type { TaskProgress } from '../../../shared/schemas/video.ts';
import { isFinal } from '../../../shared/status.ts';
import type { Db } from '../../platform/db.ts';
import type { EventHub } from '../../platform/events.ts';
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
  const stop = new AbortController();
  // Subscribed before the first read: a change in between is seen by one or the other.
  const events = deps.events.subscribe(
    userId,
    AbortSignal.any(signal ? [signal, stop.signal] : [stop.signal]),
  );
  try {
    let current = await getProgress(deps.db, userId, taskId);
    yield current;
    if (isFinal(current.status)) return;
    for await (const event of events) {
      if (event && event.id !== taskId) continue;
      current = await getProgress(deps.db, userId, taskId);
      yield current;
      if (isFinal(current.status)) return;
    }
  } finally {
    stop.abort();
  }
}
