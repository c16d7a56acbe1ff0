import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { sendAccountMail } from '../features/accounts/mail.ts';
import type { Sessions } from '../features/accounts/sessions.ts';
import { removeExpiredChallenges } from '../features/accounts/passkey-challenges.ts';
import { removeExpiredTokens } from '../features/accounts/tokens.ts';
import { holdMail } from '../features/accounts/verification.ts';
import { type AlbumDeps, runAlbum } from '../features/albums/run.ts';
import { albumWork } from '../features/albums/work.ts';
import { removeOldExports } from '../features/exports/request.ts';
import { runExport } from '../features/exports/run.ts';
import { exportWork } from '../features/exports/work.ts';
import { sweepBoxes } from '../features/boxes/sweep.ts';
import { readEnded, readLatestLanguage } from '../features/generation/ended.ts';
import { giveWayToPaid } from '../features/generation/give-way.ts';
import { failOverdueTasks } from '../features/generation/overdue.ts';
import { movementWork } from '../features/generation/movement-work.ts';
import { deleteOldPhotos } from '../features/generation/photo-retention.ts';
import { type GenerationDeps, runGeneration, runMovement } from '../features/generation/run.ts';
import { taskWork } from '../features/generation/work.ts';
import { forgetOldKeys } from '../features/idempotency/run-once.ts';
import { removeOldPieces } from '../features/media/film-cache.ts';
import { type NotificationDeps, sendVideoMail } from '../features/notifications/video-mail.ts';
import type { PaymentDeps } from '../features/payments/deps.ts';
import { removeExpiredLimits } from '../platform/expired-limits.ts';
import { payBackWithdrawals } from '../features/payments/pay-back.ts';
import type { PriceNoteSettings } from '../features/payments/price-note.ts';
import { readReceipt, sendReceipt } from '../features/payments/receipt.ts';
import { sendWithdrawalMail } from '../features/payments/withdrawal-mail.ts';
import { sweepPayments } from '../features/payments/sweep.ts';
import { sendWebhookMail } from '../features/notifications/webhook-mail.ts';
import { sendReportAnswer } from '../features/reports/answer.ts';
import { forgetOldReports } from '../features/reports/reports.ts';
import { findOwner, forgetOldDeliveries, sendDelivery, type SendDeps } from '../features/webhooks/send.ts';
import { failExhausted } from '../features/work/end.ts';
import { discardOldTestData } from '../features/work/old-test-data.ts';
import { retryingStorage } from '../features/work/retrying-storage.ts';
import { failAbandoned, removeOrphans } from '../features/work/sweep.ts';
import { emptyTrash } from '../features/work/trash.ts';
import { createTurnCounter } from '../features/work/turns.ts';
import type { Logger } from '../platform/logger.ts';
import { eraseDueAccounts } from './erase.ts';
import type { JobData, QueueName, Traced } from '../platform/queue.ts';
import { sharedResources } from '../platform/shared-resources.ts';
import { emit, startTimer } from '../platform/telemetry.ts';
import { withSpan } from '../platform/tracing.ts';
import { removeStaleWorkDirs } from '../platform/work-dir.ts';

export interface JobDeps extends GenerationDeps, NotificationDeps, AlbumDeps, PaymentDeps, SendDeps {
  env: GenerationDeps['env'] & SendDeps['env'] & PriceNoteSettings;
  queue: PgBoss;
  sessions: Pick<Sessions, 'endExpired'>;
}

/**
 * Starts workers for every queue. `draining` aborts jobs that wait for their turn, `stopping` jobs that are still
 * running when shutdown can't wait any longer: both return to their queue.
 */
export async function startJobs(
  given: JobDeps,
  stopping: AbortSignal,
  draining: AbortSignal = stopping,
): Promise<void> {
  const deps = { ...given, storage: retryingStorage(given.storage, stopping) };
  const { queue, logger } = deps;

  const { atOnce, isShared } = deps.video;
  const limit = { localConcurrency: atOnce, ...(isShared ? { groupConcurrency: atOnce } : {}) };
  const videos = createTurnCounter(deps.db, 'generate-video');
  await work(queue, logger, 'generate-video', limit, async (job) => {
    await videos.started(job.priority);
    const signal = AbortSignal.any([job.signal, stopping]);
    await runGeneration(deps, job.data.taskId, signal);
  });
  await work(queue, logger, 'generate-video-dead', oneAtOnce, async (job) => {
    await failExhausted(taskWork, deps, job.data.taskId);
  });
  // One at a time, like albums: movements are free.
  const movements = createTurnCounter(deps.db, 'move-video');
  await work(
    queue,
    logger,
    'move-video',
    { localConcurrency: sharedResources.movements.atOnce },
    async (job) => {
      const signal = AbortSignal.any([job.signal, stopping]);
      await giveWayToPaid(deps, videos, AbortSignal.any([signal, draining]));
      await movements.started(job.priority);
      await runMovement(deps, job.data.movementId, signal);
    },
  );
  await work(queue, logger, 'move-video-dead', oneAtOnce, async (job) => {
    await failExhausted(movementWork, deps, job.data.movementId);
  });
  const albums = createTurnCounter(deps.db, 'merge-album');
  // One at a time: albums are free, and should leave resources for the animations, which are paid for.
  await work(
    queue,
    logger,
    'merge-album',
    { localConcurrency: sharedResources.albums.atOnce },
    async (job) => {
      await albums.started(job.priority);
      const signal = AbortSignal.any([job.signal, stopping]);
      await runAlbum(deps, job.data.albumId, signal);
    },
  );
  await work(queue, logger, 'merge-album-dead', oneAtOnce, async (job) => {
    await failExhausted(albumWork, deps, job.data.albumId);
  });
  await work(queue, logger, 'send-mail', someMails, async (job) => {
    const ended = await readEnded(deps.db, job.data.taskId);
    if (!ended) return;
    const held = { queue: 'send-mail', subject: job.data.taskId } as const;
    if (!(await holdMail(deps.db, ended.userId, held))) await sendVideoMail(deps, ended);
  });
  await work(queue, logger, 'purchase-mail', someMails, async (job) => {
    const { sessionId, withdrawalId } = job.data;
    if (withdrawalId !== undefined) return sendWithdrawalMail(deps, withdrawalId);
    const receipt = await readReceipt(deps.db, sessionId);
    if (!receipt) return;
    const held = { queue: 'purchase-mail', subject: sessionId } as const;
    if (!(await holdMail(deps.db, receipt.userId, held))) await sendReceipt(deps, receipt);
  });
  await work(queue, logger, 'account-mail', someMails, async (job) => {
    await sendAccountMail(deps, job.data);
  });
  await work(queue, logger, 'send-webhook', deliveries, async (job) => {
    const signal = AbortSignal.any([job.signal, stopping]);
    const last = job.retryCount >= job.retryLimit;
    await sendDelivery(deps, job.data.deliveryId, { last, signal });
  });
  await work(queue, logger, 'send-webhook-mail', inBackground, async (job) => {
    const userId = await findOwner(deps.db, job.data.webhookId);
    if (userId) await sendWebhookMail(deps, { userId, language: await readLatestLanguage(deps.db, userId) });
  });
  await work(queue, logger, 'report-answer', inBackground, async (job) => {
    await sendReportAnswer(deps, job.data);
  });
  await work(queue, logger, 'export-data', oneAtOnce, async (job) => {
    const signal = AbortSignal.any([job.signal, stopping]);
    await runExport(deps, job.data.exportId, signal);
  });
  await work(queue, logger, 'export-data-dead', oneAtOnce, async (job) => {
    await failExhausted(exportWork, deps, job.data.exportId);
  });
  await work(queue, logger, 'sweep', inBackground, async () => {
    await failAbandoned(taskWork, deps);
    await failOverdueTasks(deps);
    await failAbandoned(movementWork, deps);
    await failAbandoned(albumWork, deps);
    await failAbandoned(exportWork, deps);
    await discardOldTestData(taskWork, deps.db);
    await discardOldTestData(albumWork, deps.db);
    await emptyTrash(taskWork, deps);
    await emptyTrash(albumWork, deps);
    await eraseDueAccounts(deps);
  });
  await work(queue, logger, 'housekeeping', inBackground, async () => {
    await removeOrphans(taskWork, deps);
    await removeOrphans(movementWork, deps);
    await removeOrphans(albumWork, deps);
    await removeOrphans(exportWork, deps);
    await removeOldExports(deps);
    await sweepBoxes(deps);
    await deleteOldPhotos(deps);
    await removeOldPieces(deps.storage);
    await removeStaleWorkDirs(deps.workRoot);
    await deps.storage.removeUnfinished(new Date(Date.now() - maxWriteMilliseconds));
    await deps.sessions.endExpired();
    await removeExpiredTokens(deps.db);
    await removeExpiredChallenges(deps.db);
    await forgetOldKeys(deps.db);
    await forgetOldDeliveries(deps.db);
    await forgetOldReports(deps.db);
    await removeExpiredLimits(deps.db);
  });
  await work(queue, logger, 'payment-sweep', inBackground, async () => {
    await payBackWithdrawals(deps);
    await sweepPayments(deps);
  });
  await queue.schedule('sweep', '* * * * *');
  await queue.schedule('payment-sweep', '*/2 * * * *');
  await queue.schedule('housekeeping', '17 * * * *');
}

/** An upper bound for the time to write one file. */
const maxWriteMilliseconds = 3_600_000;

/** New jobs are announced by a notification; retries that become due wait for a poll. */
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };
/** For jobs whose retries nobody waits for, such as mails and sweeps. */
const patient = { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5 };

/** How many of a queue's jobs run at once in one process, and in all processes; the intervals default to `polling`. */
interface JobLimit extends Partial<typeof polling> {
  localConcurrency: number;
  groupConcurrency?: number;
  /** How many of one person's jobs run at once in one process; for queues whose jobs name a person. */
  localGroupConcurrency?: number;
}
const oneAtOnce: JobLimit = { localConcurrency: 1 };
const inBackground: JobLimit = { ...oneAtOnce, ...patient };
const { perProcess: deliverySlots, perUser: deliverySlotsOfOne } = sharedResources.webhookSlots;
const deliveries: JobLimit = {
  ...{ localConcurrency: deliverySlots, localGroupConcurrency: deliverySlotsOfOne },
  ...patient,
};
const someMails: JobLimit = { localConcurrency: 4, ...patient };

async function work<Name extends QueueName>(
  queue: PgBoss,
  logger: Logger,
  name: Name,
  limit: JobLimit,
  handle: (job: JobWithMetadata<JobData[Name]>) => Promise<void>,
): Promise<void> {
  const options = { includeMetadata: true, ...polling, ...limit } as const;
  await queue.work<JobData[Name] & Traced, void, typeof options>(name, options, async (jobs) => {
    for (const job of jobs) {
      const log = logger.child({ queue: name, jobId: job.id, attempt: job.retryCount + 1 });
      const seconds = startTimer();
      const ended = (outcome: 'done' | 'failed') =>
        emit('job-ended', { queue: name, outcome, seconds: seconds() });
      try {
        // Scheduled jobs have no data.
        const cause = (job.data as Traced | null)?.trace;
        const attributes = {
          ...{ 'messaging.destination.name': name, 'messaging.message.id': job.id },
          'memori.attempt': job.retryCount + 1,
        };
        await withSpan(`job ${name}`, { kind: 'CONSUMER', attributes, cause }, () => handle(job));
        ended('done');
        log.info({ milliseconds: Math.round(seconds() * 1000) }, 'job done');
      } catch (error) {
        ended('failed');
        log.warn({ err: error }, 'job failed; the queue decides about another try');
        throw error;
      }
    }
  });
}

/**
 * How long running jobs may take to finish, and then to abort, in milliseconds: less than the whole shutdown may take.
 */
const finishWithin = 18_000;
const giveUpWithin = 24_000;

/** Accepts no new jobs, lets running ones finish, then aborts them, so that they return to their queue. */
export async function stopJobs(
  queue: PgBoss,
  { stopping, draining }: { stopping: AbortController; draining: AbortController },
): Promise<void> {
  draining.abort(new Error('Memori is stopping'));
  const abort = setTimeout(() => stopping.abort(new Error('Memori is stopping')), finishWithin);
  await queue.stop({ graceful: true, timeout: giveUpWithin, close: false });
  clearTimeout(abort);
}
