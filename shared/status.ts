/** The states of a job with a single end: it waits, it runs (again, after a crash), it succeeds or fails. */
function lifecycle<
  const Waiting extends string,
  const Running extends string,
  const Succeeded extends string,
  const Failed extends string,
>(waiting: Waiting, running: Running, succeeded: Succeeded, failed: Failed) {
  return {
    waiting,
    running,
    succeeded,
    failed,
    statuses: [waiting, running, succeeded, failed] as const,
    /** Before the end: used to guard the update that fails the job, and to count against its owner's limits. */
    unfinished: [waiting, running],
    /** The final states. */
    final: [succeeded, failed],
  };
}

/** The lifecycle of a job, whatever its states are called. */
export type Lifecycle = ReturnType<typeof lifecycle<string, string, string, string>>;

/** The lifecycle of a video task. */
export const taskLife = lifecycle('Queued', 'Processing', 'Success', 'Fail');
export const taskStatuses = taskLife.statuses;
export type TaskStatus = (typeof taskStatuses)[number];

/** True once a task has succeeded or failed. */
export function isFinal(status: TaskStatus): boolean {
  return status === taskLife.succeeded || status === taskLife.failed;
}

/** True if the gallery shows the task's video. */
export function isCompleted(status: string): boolean {
  return status === 'Success' || status === 'completed';
}

/** The completed share of work, 0 to 1, as every API reports it: a whole percentage, rounded down. */
export function percentOf(share: number): number {
  // A share such as 0.29 is slightly less than that in binary.
  return Math.floor(share * 100 + 1e-9);
}

/** The processing stages of a task, in order. */
export const taskStages = ['preparing', 'analyzing', 'generating', 'effects', 'finalizing'] as const;
export type TaskStage = (typeof taskStages)[number];

/** The lifecycle of an album. */
export const albumLife = lifecycle('pending', 'processing', 'completed', 'failed');
export const albumStatuses = albumLife.statuses;
export type AlbumStatus = (typeof albumStatuses)[number];

/** True once an album has succeeded or failed. */
export function isAlbumFinal(status: AlbumStatus): boolean {
  return status === albumLife.succeeded || status === albumLife.failed;
}

/** The statuses that a remote video provider reports. */
export const providerStatuses = ['preparing', 'queueing', 'processing'] as const;
export type ProviderStatus = (typeof providerStatuses)[number];
