import { accountJobs, accountSchedules } from './features/accounts/jobs.ts';
import { albumJobs, albumSchedules } from './features/albums/jobs.ts';
import { audioSchedules } from './features/audio/jobs.ts';
import { boxSchedules } from './features/boxes/jobs.ts';
import { erasureSchedules } from './features/erasure/jobs.ts';
import { exportJobs, exportSchedules } from './features/exports/jobs.ts';
import { fileSchedules } from './features/files/jobs.ts';
import { generationJobs, generationSchedules } from './features/generation/jobs.ts';
import { idempotencySchedules } from './features/idempotency/jobs.ts';
import { notificationJobs } from './features/notifications/jobs.ts';
import { paymentSchedules } from './features/payments/jobs.ts';
import { rateLimitSchedules } from './features/rate-limits/jobs.ts';
import { reportJobs, reportSchedules } from './features/reports/jobs.ts';
import { webhookJobs, webhookSchedules } from './features/webhooks/jobs.ts';
import { queueNamesOf } from './platform/jobs/definition.ts';

/** Every kind of job and every schedule of every feature: the only list. */
export const catalogue = {
  jobs: [
    ...accountJobs,
    ...albumJobs,
    ...exportJobs,
    ...generationJobs,
    ...notificationJobs,
    ...reportJobs,
    ...webhookJobs,
  ],
  schedules: [
    ...accountSchedules,
    ...albumSchedules,
    ...audioSchedules,
    ...boxSchedules,
    ...erasureSchedules,
    ...exportSchedules,
    ...fileSchedules,
    ...generationSchedules,
    ...idempotencySchedules,
    ...paymentSchedules,
    ...reportSchedules,
    ...rateLimitSchedules,
    ...webhookSchedules,
  ],
};

/** The names of all queues. */
export const queueNames: readonly string[] = queueNamesOf(catalogue);
