import { buffer } from 'node:stream/consumers';
import type { Language } from '#shared/languages.ts';
import { appLimits } from '#shared/app-limits.ts';
import type { ProviderName } from '#shared/providers.ts';
import { dayOf } from '#shared/taken-on.ts';
import type { VideoTask } from '#server/generated/prisma/client.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { createId } from '#server/platform/ids.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { adjust } from '#server/features/credits/ledger.ts';
import { type Accepted, acceptPhoto, type PreparedRequest } from '../requests/accept.ts';
import { optionsOf } from '../requests/task-options.ts';
import { videoJob } from './video-job.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';

interface RetryDeps {
  db: Db;
  queue: JobQueue;
  storage: Storage;
}

/**
 * Repeats a failed task as a new one, with the stored photo and a credit granted for it, since the failed task's credit
 * was refunded already. Returns null if the task has not failed, was canceled, is a test's, or its photo is gone.
 * `record` runs in the same transaction.
 */
export async function retryTask(
  deps: RetryDeps,
  task: VideoTask,
  record: (tx: Tx, details: { taskId: string }) => Promise<void>,
): Promise<Accepted | null> {
  const { status, errorCode, photoDeletedAt, photoKey, userId } = task;
  if (status !== videoJob.life.failed || errorCode === videoJob.discardedCode || photoDeletedAt) return null;
  // Tests are free, so their owner can simply repeat them.
  if ((await deps.db.creditAccount.count({ where: { userId } })) === 0) return null;
  const jpeg = await buffer(await deps.storage.read(photoKey));
  return acceptPhoto({ ...deps, video: { name: task.provider as ProviderName } }, repeatOf(task, jpeg), {
    before: async (tx) => {
      await adjust(tx, { userId, delta: appLimits.generation.creditCost, reference: createId() });
    },
    async after(tx, { taskId }) {
      await passOnStories(tx, task.id, taskId);
      await record(tx, { taskId });
    },
  });
}

/** What was told about the photo of one task is told about the one that takes its place. */
export async function passOnStories(tx: Tx, from: string, to: string): Promise<void> {
  await tx.audio.updateMany({ where: { taskId: from }, data: { taskId: to } });
}

/** The request of a task, once more, with its stored photo. */
export function repeatOf(task: VideoTask, jpeg: Buffer): PreparedRequest {
  return {
    userId: task.userId,
    originalFilename: task.originalFilename,
    prompt: task.prompt,
    seed: task.seed,
    ...optionsOf(task),
    photoHash: task.photoHash,
    language: task.language as Language,
    ...(task.name === null ? {} : { name: task.name }),
    photo: { jpeg, takenOn: dayOf(task.takenOn) },
  };
}
