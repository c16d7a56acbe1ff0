import { claimErasure, dueForErasure, isBeingErased } from '../accounts/deletion.ts';
import { eraseAccount } from '../accounts/erase-account.ts';
import { albumJob } from '../albums/album-job.ts';
import { deleteAllAudio } from '../audio/audio.ts';
import { boxPhotoPrefix } from '../boxes/box-keys.ts';
import { exportJob } from '../exports/export-job.ts';
import { variantJob } from '../generation/variants/variant-job.ts';
import { type FinishDeps, failTask, videoJob } from '../generation/running/video-job.ts';
import { filmCachePrefix } from '../media/film-cache.ts';
import { fail } from '../job-lifecycle/end-job.ts';
import { emptyTrash, filesOf } from '../job-lifecycle/trash.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { endPurchases } from '../payments/end-purchases.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import type { Mailer } from '#server/providers/mail/types.ts';
import type { Storage } from '#server/providers/storage/types.ts';

export interface EraseDeps extends FinishDeps, PaymentDeps {
  db: Db;
  queue: JobQueue;
  storage: Storage;
  mailer: Mailer;
  logger: Logger;
}

/**
 * Erases every account that is due. One that fails is logged, tried again by the next sweep after all others, and keeps
 * none of them waiting. Returns how many were erased.
 */
export async function eraseDueAccounts(deps: EraseDeps, signal?: AbortSignal): Promise<number> {
  let erased = 0;
  for (const userId of await dueForErasure(deps.db)) {
    signal?.throwIfAborted();
    try {
      if (await eraseDueAccount(deps, userId)) erased += 1;
    } catch (error) {
      // Without the account's id: what is erased is not to remain in a log.
      deps.logger.error({ err: error }, 'an account could not be erased; the next sweep tries again');
    }
  }
  return erased;
}

/** What is done before the account itself is erased, in this order. */
const steps = [removeTests, endJob, removeFilms, endPurchases];

/**
 * Claims one account, ends its unfinished work, removes its files, and then erases the person. Each step is idempotent,
 * may run concurrently with another sweep's, and only begins while the account is to be erased. After a crash the next
 * sweep continues, because an account stays due until it is gone. Returns false if it is not due any more.
 */
async function eraseDueAccount(deps: EraseDeps, userId: string): Promise<boolean> {
  if (!(await claimErasure(deps.db, userId))) return false;
  for (const step of steps) {
    if (!(await isBeingErased(deps.db, userId))) return false;
    await step(deps, userId);
  }
  const email = await eraseAccount(deps.db, userId);
  if (email === null) return false;
  await deps.mailer.forget(email);
  return true;
}

/** Removes the account's test user with everything its test tokens have made. */
async function removeTests(deps: EraseDeps, ownerId: string): Promise<void> {
  const tests = await deps.db.user.findUnique({ where: { testOf: ownerId }, select: { id: true } });
  if (!tests) return;
  await deps.db.apiToken.deleteMany({ where: { userId: ownerId, test: true } });
  await endJob(deps, tests.id);
  await removeFilms(deps, tests.id);
  await deps.db.user.delete({ where: { id: tests.id } });
}

/** Ends waiting and running work: a running one is notified, stops, and removes its output. */
async function endJob(deps: EraseDeps, userId: string): Promise<void> {
  const unfinished = (work: { life: { unfinished: string[] } }) => ({
    where: { userId, status: { in: work.life.unfinished } },
  });
  for (const { id } of await deps.db.videoTask.findMany(unfinished(videoJob)))
    await failTask(deps, id, 'task_canceled');
  for (const { id } of await deps.db.videoVariant.findMany(unfinished(variantJob)))
    await fail(variantJob, deps, id, 'task_canceled');
  for (const { id } of await deps.db.album.findMany(unfinished(albumJob)))
    await fail(albumJob, deps, id, 'album_canceled');
  for (const { id } of await deps.db.dataExport.findMany(unfinished(exportJob)))
    await fail(exportJob, deps, id, 'internal_error');
}

/** Files first: while any are left, their row marks the remaining work. Then the rows, like the trash. */
async function removeFilms(deps: EraseDeps, userId: string): Promise<void> {
  const { db, storage } = deps;
  for (const work of [videoJob, albumJob]) {
    const table = work.table(db);
    for (const row of await table.findMany({ where: { userId } })) {
      for (const prefix of await filesOf(db, work, row)) await storage.remove(prefix);
    }
    await table.updateManyAndReturn({ where: { userId }, data: { deletedAt: new Date(0) } });
    await emptyTrash(work, deps);
  }
  await deleteAllAudio(deps, userId);
  for (const { id } of await db.dataExport.findMany({ where: { userId } }))
    await storage.remove(`${exportJob.folder}/${id}`);
  for (const { id } of await db.boxPhoto.findMany({ where: { box: { userId } } }))
    await storage.remove(boxPhotoPrefix(id));
  const cache = filmCachePrefix(userId);
  await storage.remove(cache);
  await db.fileRemoval.deleteMany({ where: { prefix: { startsWith: `${cache}/` } } });
}
