import type { Db } from '#server/platform/database/db.ts';
import { defineJob, retryForAnHour } from '#server/platform/jobs/definition.ts';
import { holdMail } from '../accounts/addresses/verification.ts';
import { readEnded, readLatestLanguage } from '../generation/running/ended.ts';
import { readReceipt, type ReceiptDeps, sendReceipt } from '../payments/receipt.ts';
import { sendWithdrawalMail } from '../payments/withdrawals/withdrawal-mail.ts';
import { findOwner } from '../webhooks/send.ts';
import { type NotificationDeps, sendVideoMail } from './video-mail.ts';
import { sendWebhookMail } from './webhook-mail.ts';
import { seconds } from '#shared/durations.ts';

declare module '../../platform/jobs/definition.ts' {
  interface JobData {
    /** To the owner of a video that has ended. */
    'send-mail': { taskId: string };
    /** To the buyer, about a purchase: its receipt, or that of a withdrawal from it. */
    'purchase-mail': { sessionId: string; withdrawalId?: string };
    /** To the owner of a webhook that was disabled. */
    'send-webhook-mail': { webhookId: string };
  }
}

/** Mails about what other features have done. */
export const notificationJobs = [
  defineJob({
    name: 'send-mail',
    retry: retryForAnHour,
    keepSeconds: seconds.day,
    hasOwnTable: true,
    concurrency: { perProcess: 4 },
    async run(deps: NotificationDeps, { data: { taskId } }) {
      const ended = await readEnded(deps.db, taskId);
      if (!ended) return;
      const held = { queue: 'send-mail', subject: taskId } as const;
      if (!(await holdMail(deps.db, ended.userId, held))) await sendVideoMail(deps, ended);
    },
  }),
  defineJob({
    name: 'purchase-mail',
    retry: retryForAnHour,
    keepSeconds: seconds.day,
    concurrency: { perProcess: 4 },
    async run(deps: ReceiptDeps & { db: Db }, { data: { sessionId, withdrawalId } }) {
      if (withdrawalId !== undefined) return sendWithdrawalMail(deps, withdrawalId);
      const receipt = await readReceipt(deps.db, sessionId);
      if (!receipt) return;
      const held = { queue: 'purchase-mail', subject: sessionId } as const;
      if (!(await holdMail(deps.db, receipt.userId, held))) await sendReceipt(deps, receipt);
    },
  }),
  defineJob({
    name: 'send-webhook-mail',
    retry: retryForAnHour,
    keepSeconds: seconds.day,
    concurrency: { perProcess: 1 },
    async run(deps: NotificationDeps, { data: { webhookId } }) {
      const userId = await findOwner(deps.db, webhookId);
      if (!userId) return;
      await sendWebhookMail(deps, { userId, language: await readLatestLanguage(deps.db, userId) });
    },
  }),
];
