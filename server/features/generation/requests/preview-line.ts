import { createFairQueue, QueueFullError, refusalOf } from '#server/platform/concurrency/fair-queue.ts';
import { sharedResources } from '#server/platform/concurrency/shared-resources.ts';
import { AppError } from '#server/platform/errors.ts';

const { atOnce, perUser, perProcess } = sharedResources.previewLine;
const line = createFairQueue({ atOnce, maxWaiting: perProcess, maxWaitingOf: [perUser] });
/** By then some of the waiting photos have been looked at. */
const retryAfterSeconds = 10;

/**
 * Looks at a photo for a preview in its user's turn. One process sees all photos, for videos too: as it is given one
 * preview at a time, a paid video waits for at most one. Throws AppError `upload_aborted` once `signal` is aborted,
 * `too_many_requests` or `service_unavailable`, and what `look` throws.
 */
export async function inPreviewLine<T>(
  userId: string,
  look: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await line.run([userId], look, signal);
  } catch (cause) {
    if (signal?.aborted) throw new AppError('upload_aborted', { cause });
    throw cause instanceof QueueFullError ? refusalOf(cause, retryAfterSeconds) : cause;
  }
}
