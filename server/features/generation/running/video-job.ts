import { type ErrorCode, errorCatalogue, isErrorCode } from '#shared/errors.ts';
import { appLimits } from '#shared/app-limits.ts';
import type { CameraMovement } from '#shared/motion/movements.ts';
import type { ProviderName } from '#shared/providers.ts';
import { taskLife, taskStages } from '#shared/status.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/database/events.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { isTestUser } from '#server/platform/database/test-users.ts';
import { StorageNotFoundError } from '#server/providers/storage/types.ts';
import { type AnimationProgress, ProviderError } from '#server/providers/video/types.ts';
import { refund } from '#server/features/credits/ledger.ts';
import { audioPrefix } from '#server/features/audio/audio-keys.ts';
import { filmCachePrefix } from '#server/features/media/film-cache.ts';
import { enqueueWebhookEvent } from '#server/features/webhooks/enqueue-event.ts';
import { fail } from '#server/features/job-lifecycle/end-job.ts';
import type { RowJob, JobRow } from '#server/features/job-lifecycle/row-job.ts';
import { variantPrefix, photoKey, runPrefix, tasksPrefix, downloadPath, posterPath } from '../task-keys.ts';

export interface FinishDeps {
  db: Db;
  queue: JobQueue;
  /** MAIL_AFTER: users who have waited at least this many seconds are notified by mail. */
  env: { MAIL_AFTER: number };
}

/** The columns of a task's row that describe the finished video. */
export interface TaskResult {
  width: number;
  height: number;
  /** The provider that made it. */
  provider: ProviderName;
  movement: CameraMovement | null;
  stage: 'finalizing';
  providerStatus: null;
}

/**
 * The work of turning a photo into a video. A failure refunds the credit in the same transaction; a canceled task
 * counts as deleted.
 */
export const videoJob: RowJob<FinishDeps, AnimationProgress, TaskResult> = {
  topic: 'task',
  life: taskLife,
  table: (db) => db.videoTask,
  codes: { failed: 'generation_failed', notFound: 'task_not_found', notFinished: 'task_not_finished' },
  folder: tasksPrefix,
  runPrefix,
  inputKey: photoKey,
  workName: (taskId) => `run-${taskId}`,
  queue: 'generate-video',
  saveProgress,
  isUrgent: ({ stage, providerStatus }, written) =>
    stage !== written?.stage || providerStatus !== written.providerStatus,
  finalCode,
  onEnd: refundAndTell,
  discardedCode: 'task_canceled',
  async alsoPurged(tx, { id: taskId, userId }) {
    const movements = await tx.videoVariant.findMany({ where: { taskId }, select: { id: true } });
    // Their rows go with the video's.
    const stories = await tx.audio.findMany({ where: { taskId }, select: { id: true } });
    // Cached pieces of films may contain pictures of this video.
    return [
      ...movements.map(({ id }) => variantPrefix(id)),
      ...stories.map(({ id }) => audioPrefix(id)),
      filmCachePrefix(userId),
    ];
  },
};

/** Fails the task and refunds its credit in one transaction. Returns false if it had already ended. */
export const failTask = (
  deps: FinishDeps,
  taskId: string,
  errorCode: ErrorCode,
  record?: (tx: Tx) => Promise<void>,
): Promise<boolean> => fail(videoJob, deps, taskId, errorCode, record);

function saveProgress(db: Db, taskId: string, { stage, progress, providerStatus }: AnimationProgress) {
  const order = [...taskStages];
  // A second run of the same task starts over, but the progress shown to its owner never goes backwards.
  return db.$executeRaw`
    UPDATE video_task
    SET stage = (${order}::text[])[GREATEST(
          array_position(${order}::text[], stage), array_position(${order}::text[], ${stage}::text))],
        provider_status = ${providerStatus ?? null},
        measured = ${progress !== null}, progress = GREATEST(progress, ${progress ?? 0}::float8)
    WHERE id = ${taskId} AND status = 'Processing'`;
}

/** The error code to fail with if a retry can't help; null if it can. */
export function finalCode(error: unknown): ErrorCode | null {
  if (error instanceof StorageNotFoundError) return 'generation_failed';
  if (!(error instanceof ProviderError)) return null;
  switch (error.kind) {
    case 'rejected-photo':
      return error.code ?? 'image_broken';
    case 'permanent':
      return 'generation_failed';
    case 'provider-unavailable':
      return 'provider_unavailable';
    case 'transient':
      return null;
  }
}

const succeeded = (taskId: string) => ({
  event: 'video.succeeded' as const,
  data: { taskId, status: 'Success', downloadUrl: downloadPath(taskId), thumbnailUrl: posterPath(taskId) },
});

const failed = (taskId: string, errorCode: string) => ({
  event: 'video.failed' as const,
  data: {
    taskId,
    status: 'Fail',
    code: errorCode,
    ...(isErrorCode(errorCode) ? { error: errorCatalogue[errorCode].text } : {}),
  },
});

/**
 * Refunds the credit of a failed task, notifies the user's webhooks, and mails users who have probably stopped
 * watching. Users who canceled the task themselves are not notified.
 */
async function refundAndTell({ queue, env }: FinishDeps, tx: Tx, { id, ...task }: JobRow): Promise<void> {
  const { userId, createdAt, errorCode } = task;
  if (errorCode) {
    await refund(tx, { userId, amount: appLimits.generation.creditCost, reference: id });
    await publish(tx, { userId, topic: 'balance', id: userId });
  }
  if (errorCode === videoJob.discardedCode) return;
  await enqueueWebhookEvent(queue, tx, { userId, ...(errorCode ? failed(id, errorCode) : succeeded(id)) });
  if (await isTestUser(tx, userId)) return;
  const waited = (Date.now() - createdAt.getTime()) / 1000;
  if (waited >= env.MAIL_AFTER) await enqueue(queue, tx, 'send-mail', { taskId: id }, { key: id });
}
