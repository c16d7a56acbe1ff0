import { availableParallelism } from 'node:os';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Sessions } from '../features/accounts/sessions.ts';
import { purgeAlbums } from '../features/albums/deletion.ts';
import { type AlbumRunDeps, giveUpAlbum, runAlbum } from '../features/albums/run.ts';
import { failAbandonedAlbums, removeOrphanedAlbumFiles } from '../features/albums/sweep.ts';
import { purgeTasks } from '../features/generation/deletion.ts';
import { fail } from '../features/generation/finish.ts';
import { type RunDeps, runGeneration } from '../features/generation/run.ts';
import { failAbandonedTasks, removeOrphanedFiles } from '../features/generation/sweep.ts';
import { removeOldPieces } from '../features/media/film-cache.ts';
import type { PaymentDeps } from '../features/payments/deps.ts';
import { sweepPayments } from '../features/payments/sweep.ts';
import type { Logger } from '../platform/logger.ts';
import type { JobData, QueueName } from '../platform/queue.ts';
import { removeStaleWorkDirs } from '../platform/work-dir.ts';

export interface JobDeps extends RunDeps, AlbumRunDeps, PaymentDeps {
  queue: PgBoss;
  sessions: Pick<Sessions, 'endExpired'>;
}

/** An animation keeps about two cores busy. */
const animationsAtOnce = Math.max(1, Math.floor(availableParallelism() / 2));

/**
 * Starts working on every queue. `stopping` aborts what still runs when a stop can't wait any longer: such a job goes
 * back to its queue.
 */
export async function startJobs(deps: JobDeps, stopping: AbortSignal): Promise<void> {
  const { queue, logger } = deps;

  await work(queue, logger, 'generate-video', animationsAtOnce, async (job) => {
    const signal = AbortSignal.any([job.signal, stopping]);
    await runGeneration(deps, job.data.taskId, signal);
  });
  await work(queue, logger, 'generate-video-dead', 1, async (job) => {
    await fail(deps.db, job.data.taskId, 'generation_failed');
  });
  // One at a time: albums cost nothing, and leave the machine to the animations, which are paid for.
  await work(queue, logger, 'merge-album', 1, async (job) => {
    const signal = AbortSignal.any([job.signal, stopping]);
    await runAlbum(deps, job.data.albumId, signal);
  });
  await work(queue, logger, 'merge-album-dead', 1, async (job) => {
    await giveUpAlbum(deps, job.data.albumId);
  });
  await work(queue, logger, 'sweep', 1, async () => {
    await failAbandonedTasks(deps);
    await failAbandonedAlbums(deps);
    await purgeTasks(deps);
    await purgeAlbums(deps);
  });
  await work(queue, logger, 'housekeeping', 1, async () => {
    await removeOrphanedFiles(deps);
    await removeOrphanedAlbumFiles(deps);
    await removeOldPieces(deps.storage);
    await removeStaleWorkDirs(deps.workRoot);
    await deps.storage.removeUnfinished(new Date(Date.now() - longestWriteMilliseconds));
    await deps.sessions.endExpired();
  });
  await work(queue, logger, 'payment-sweep', 1, async () => {
    await sweepPayments(deps);
  });
  await queue.schedule('sweep', '* * * * *');
  await queue.schedule('payment-sweep', '*/2 * * * *');
  await queue.schedule('housekeeping', '17 * * * *');
}

/** No file takes longer to be written. */
const longestWriteMilliseconds = 3_600_000;

/** A new job announces itself; one that is due for another try waits for a poll. */
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 } as const;

async function work<Name extends QueueName>(
  queue: PgBoss,
  logger: Logger,
  name: Name,
  localConcurrency: number,
  handle: (job: JobWithMetadata<JobData[Name]>) => Promise<void>,
): Promise<void> {
  const options = { includeMetadata: true, localConcurrency, ...polling } as const;
  await queue.work<JobData[Name], void, typeof options>(name, options, async (jobs) => {
    for (const job of jobs) {
      const log = logger.child({ queue: name, jobId: job.id, attempt: job.retryCount + 1 });
      const started = performance.now();
      try {
        await handle(job);
        log.info({ milliseconds: Math.round(performance.now() - started) }, 'job done');
      } catch (error) {
        log.warn({ err: error }, 'job failed; the queue decides about another try');
        throw error;
      }
    }
  });
}

/** How long running jobs may take to finish, and then to give up, in milliseconds: less than a stop may take in all. */
const finishWithin = 18_000;
const giveUpWithin = 24_000;

/** Takes no new job, lets the running ones finish, then aborts them: they go back to their queue. */
export async function stopJobs(queue: PgBoss, stopping: AbortController): Promise<void> {
  const abort = setTimeout(() => stopping.abort(new Error('Memori is stopping')), finishWithin);
  await queue.stop({ graceful: true, timeout: giveUpWithin, close: false });
  clearTimeout(abort);
}
