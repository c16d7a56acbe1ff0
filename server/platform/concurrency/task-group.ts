import pLimit from 'p-limit';

/** Concurrent tasks that succeed or fail together. */
export interface TaskGroup {
  /** Aborts when the caller's signal does, or when a task has failed. */
  readonly signal: AbortSignal;
  /** Runs a task as soon as a slot is free. Rejects without running it once the signal is aborted. */
  run<T>(task: () => Promise<T>): Promise<T>;
}

/**
 * Runs `body` and the tasks that it starts in its group, up to `atOnce` of them concurrently. Settles when no task is
 * running any more; as soon as one fails, or `body` does, the others are aborted. Throws the reason of `signal` once
 * that is aborted, else the first error.
 */
export async function withTaskGroup<T>(
  signal: AbortSignal,
  body: (group: TaskGroup) => Promise<T>,
  atOnce = Number.POSITIVE_INFINITY,
): Promise<T> {
  const limit = pLimit(atOnce);
  const failure = new AbortController();
  const either = AbortSignal.any([signal, failure.signal]);
  const tasks: Promise<unknown>[] = [];
  const run: TaskGroup['run'] = (task) => {
    const done = limit(async () => {
      either.throwIfAborted();
      try {
        return await task();
      } catch (error) {
        // Abort before this slot is given to the next task.
        failure.abort(error);
        throw error;
      }
    });
    done.catch(() => undefined);
    tasks.push(done);
    return done;
  };
  try {
    const result = await body({ signal: either, run });
    await Promise.all(tasks);
    return result;
  } catch (error) {
    failure.abort(error);
    await Promise.allSettled(tasks);
    signal.throwIfAborted();
    throw failure.signal.reason;
  }
}
