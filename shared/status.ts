/** The states of a job that ends once: it waits, it runs (again, after a crash), it ends well or badly. */
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
    /** Before its end: the guard of the update that ends it badly, and what holds up its owner. */
    unfinished: [waiting, running],
    /** Nothing leaves these. */
    final: [succeeded, failed],
  };
}

/** The life of a job, whatever its states are called. */
export type Lifecycle = ReturnType<typeof lifecycle<string, string, string, string>>;

/** The life of a video task. */
export const taskLife = lifecycle('Queued', 'Processing', 'Success', 'Fail');
export const taskStatuses = taskLife.statuses;
export type TaskStatus = (typeof taskStatuses)[number];

/** True once a task has ended, for better or worse. */
export function isFinal(status: TaskStatus): boolean {
  return status === taskLife.succeeded || status === taskLife.failed;
}

/** True where the gallery shows the task's video. */
export function isCompleted(status: string): boolean {
  return status === 'Success' || status === 'completed';
}

/** A share of work that is done, 0 to 1, as every door tells it: a whole number of percent, rounded down. */
export function percentOf(share: number): number {
  // A share such as 0.29 is a little less than itself in binary.
  return Math.floor(share * 100 + 1e-9);
}

/** What the machine is doing for a task, in the order in which it happens. */
export const taskStages = ['preparing', 'analyzing', 'generating', 'effects', 'finalizing'] as const;
export type TaskStage = (typeof taskStages)[number];

/** The life of an album. */
export const albumLife = lifecycle('pending', 'processing', 'completed', 'failed');
export const albumStatuses = albumLife.statuses;
export type AlbumStatus = (typeof albumStatuses)[number];

/** True once an album has ended, for better or worse. */
export function isAlbumFinal(status: AlbumStatus): boolean {
  return status === albumLife.succeeded || status === albumLife.failed;
}

/** What a video provider elsewhere says that it is doing with a photo. */
export const providerStatuses = ['preparing', 'queueing', 'processing'] as const;
export type ProviderStatus = (typeof providerStatuses)[number];
