import type { Db } from '#server/platform/database/db.ts';
import { defineJob, defineSchedule, hourlyAt } from '#server/platform/jobs/definition.ts';
import { sharedResources } from '#server/platform/concurrency/shared-resources.ts';
import { forgetOldDeliveries, type SendDeps, sendDelivery } from './send.ts';
import { seconds } from '#shared/durations.ts';

declare module '../../platform/jobs/definition.ts' {
  interface JobData {
    'send-webhook': { deliveryId: string };
  }
}

const { perProcess, perUser } = sharedResources.webhookSlots;

export const webhookJobs = [
  defineJob({
    name: 'send-webhook',
    // After 5 s, 10 s, 20 s and so on, then every 6 hours: the last retry is due after three to four days.
    retry: { limit: 26, delay: 5, backoffUpTo: 21_600 },
    timeoutSeconds: 120,
    keepSeconds: seconds.hour,
    hasOwnTable: true,
    concurrency: { perProcess, perPerson: perUser },
    run: (deps: SendDeps, { data, isLastAttempt, signal }) =>
      sendDelivery(deps, data.deliveryId, { last: isLastAttempt, signal }),
  }),
];

export const webhookSchedules = [
  defineSchedule({
    name: 'forget-old-deliveries',
    ...hourlyAt(15),
    run: ({ db }: { db: Db }, signal) => forgetOldDeliveries(db, signal),
  }),
];
