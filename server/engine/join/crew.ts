import pLimit from 'p-limit';

/** Runs tasks side by side, some at a time; when one fails, all are aborted. */
export interface Crew {
  /** Aborted when the caller's signal is, or when a task has failed. */
  readonly signal: AbortSignal;
  /** Runs a task as soon as there is a place for it. Rejects without running it once the signal is aborted. */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Aborts all tasks, waits until none runs any more and answers what went wrong first. Never rejects. */
  abandon(reason: unknown): Promise<unknown>;
}

/** `places` is how many tasks may run at once. */
export function createCrew(places: number, signal: AbortSignal): Crew {
  const limit = pLimit(places);
  const failure = new AbortController();
  const either = AbortSignal.any([signal, failure.signal]);
  const tasks = new Set<Promise<unknown>>();
  return {
    signal: either,
    run(task) {
      const done = limit(async () => {
        either.throwIfAborted();
        try {
          return await task();
        } catch (error) {
          // Before this place is given to the next task.
          failure.abort(error);
          throw error;
        }
      });
      done.catch(() => undefined);
      tasks.add(done);
      return done;
    },
    async abandon(reason) {
      failure.abort(reason);
      await Promise.allSettled(tasks);
      return failure.signal.reason as unknown;
    },
  };
}
