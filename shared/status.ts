/** The life of a video task. `Success` and `Fail` are final: nothing leaves them. */
export const taskStatuses = ['Queued', 'Processing', 'Success', 'Fail'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** Which status may follow which. `Processing` may follow itself: a job can be taken up again after a crash. */
export const taskTransitions: Record<TaskStatus, readonly TaskStatus[]> = {
  Queued: ['Processing', 'Fail'],
  Processing: ['Processing', 'Success', 'Fail'],
  Success: [],
  Fail: [],
};

/** True once a task has ended, for better or worse. */
export function isFinal(status: TaskStatus): boolean {
  return taskTransitions[status].length === 0;
}

/** The statuses from which `to` can be reached in one step: the guard of a conditional update. */
export function statusesBefore(to: TaskStatus): TaskStatus[] {
  return taskStatuses.filter((from) => taskTransitions[from].includes(to));
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

/** The life of an album. `completed` and `failed` are final: nothing leaves them. */
export const albumStatuses = ['pending', 'processing', 'completed', 'failed'] as const;
export type AlbumStatus = (typeof albumStatuses)[number];

/** Which status may follow which; `processing` may follow itself, as with tasks. */
export const albumTransitions: Record<AlbumStatus, readonly AlbumStatus[]> = {
  pending: ['processing', 'failed'],
  processing: ['processing', 'completed', 'failed'],
  completed: [],
  failed: [],
};

/** True once an album has ended, for better or worse. */
export function isAlbumFinal(status: AlbumStatus): boolean {
  return albumTransitions[status].length === 0;
}

/** The statuses from which `to` can be reached in one step: the guard of a conditional update. */
export function albumStatusesBefore(to: AlbumStatus): AlbumStatus[] {
  return albumStatuses.filter((from) => albumTransitions[from].includes(to));
}

/** What a video provider elsewhere says that it is doing with a photo. */
export const providerStatuses = ['preparing', 'queueing', 'processing'] as const;
export type ProviderStatus = (typeof providerStatuses)[number];
