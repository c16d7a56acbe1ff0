import { catalogue } from '#server/catalogue.ts';
import type { Deps } from '#server/composition/deps.ts';
import { retryingStorage } from '#server/features/job-lifecycle/retrying-storage.ts';
import { createTurnCounters } from '#server/features/job-lifecycle/turns.ts';
import { startWorkers, type WorkerOptions } from '#server/platform/jobs/worker.ts';

/**
 * Starts workers for everything in the catalogue. `draining` aborts jobs that wait for their turn, `stopping` jobs that
 * are still running when shutdown can't wait any longer: both return to their queue.
 */
export function startJobs(
  deps: Deps,
  stopping: AbortSignal,
  { draining = stopping, ...options }: WorkerOptions & { draining?: AbortSignal } = {},
): Promise<void> {
  const jobDeps = {
    ...deps,
    storage: retryingStorage(deps.storage, stopping),
    turns: createTurnCounters(deps.db),
  };
  return startWorkers(catalogue, jobDeps, { stopping, draining }, options);
}
