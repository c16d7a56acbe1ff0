import { buffer } from 'node:stream/consumers';
import type { ErrorCode } from '#shared/errors.ts';
import { isRefusal } from '#shared/refusals.ts';
import type { VideoTask } from '#server/generated/prisma/client.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish } from '#server/platform/database/events.ts';
import { type Accepted, type AcceptDeps, acceptPhoto, type StoreResult } from './accept.ts';
import { passOnStories, repeatOf } from '../running/retry-generation.ts';
import { lockTasks, ownTask } from '../tasks.ts';

interface LocalRequest {
  userId: string;
  taskId: string;
  /** True for a free test request, made by a test user. */
  test: boolean;
}

/**
 * Has a photo that a hosted service refused animated by the local animator, as a new task that takes the refused one's
 * place; spends the credit that came back. All in one transaction, so that a second call finds nothing to do. Throws
 * AppError `task_not_found`, `local_not_offered` if no service refused it or the photo has been deleted,
 * `insufficient_credits`, and what `storeResult` throws.
 */
export async function animateLocally(
  deps: Omit<AcceptDeps, 'video'>,
  { userId, taskId, test }: LocalRequest,
  storeResult?: StoreResult<Accepted>,
): Promise<Accepted> {
  const task = await refusedTask(deps.db, userId, taskId);
  const jpeg = await buffer(await deps.storage.read(task.photoKey));
  // A test's name may ask for the failure that it has just had.
  const again = { ...repeatOf(task, jpeg), ...(test && { test, originalFilename: 'photo.jpg' }) };
  return acceptPhoto({ ...deps, video: { name: 'local' } }, again, {
    async before(tx) {
      await lockTasks(tx, [taskId]);
      await refusedTask(tx, userId, taskId);
      await tx.videoTask.update({ where: { id: taskId }, data: { deletedAt: new Date() } });
      await publish(tx, { userId, topic: 'task', id: taskId });
    },
    async after(tx, accepted) {
      await passOnStories(tx, taskId, accepted.taskId);
      await storeResult?.(tx, accepted);
    },
  });
}

async function refusedTask(db: Tx, userId: string, taskId: string): Promise<VideoTask> {
  const task = await ownTask(db, userId, taskId);
  if (!isRefusal(task.errorCode as ErrorCode | null) || task.photoDeletedAt)
    throw new AppError('local_not_offered');
  return task;
}
