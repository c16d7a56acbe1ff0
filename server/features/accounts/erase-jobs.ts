import type { Tx } from '../../platform/db.ts';
import type { JobData, QueueName } from '../../platform/queue.ts';

type JobFields = {
  [Name in QueueName]: { [Field in KeysOf<JobData[Name]>]: 'user' | 'address' | 'impersonal' };
};
type KeysOf<T> = T extends unknown ? keyof T : never;

/**
 * What each field of a job's data contains: a user's id, an address, or neither. Typed by the queues, so that a new
 * field can't be forgotten.
 */
const jobFields: JobFields = {
  'generate-video': { taskId: 'impersonal' },
  'generate-video-dead': { taskId: 'impersonal' },
  'move-video': { movementId: 'impersonal' },
  'move-video-dead': { movementId: 'impersonal' },
  'send-mail': { taskId: 'impersonal' },
  'purchase-mail': { sessionId: 'impersonal', withdrawalId: 'impersonal' },
  'send-webhook': { deliveryId: 'impersonal' },
  'send-webhook-mail': { webhookId: 'impersonal' },
  'account-mail': {
    ...{ kind: 'impersonal', language: 'impersonal', requestId: 'impersonal' },
    ...{ userId: 'user', email: 'address' },
  },
  'report-answer': { to: 'address', language: 'impersonal', answer: 'impersonal' },
  'export-data': { exportId: 'impersonal' },
  'export-data-dead': { exportId: 'impersonal' },
  'merge-album': { albumId: 'impersonal' },
  'merge-album-dead': { albumId: 'impersonal' },
  sweep: {},
  housekeeping: {},
  'payment-sweep': {},
};

/**
 * Removes every job, pending or done, that is about the user or goes to their address, by the whole value of a field;
 * and the recorded outcome, an error for example, of any other job that mentions either.
 */
export async function eraseJobs(tx: Tx, userId: string, email: string): Promise<void> {
  for (const [queue, fields] of Object.entries(jobFields))
    for (const [field, holds] of Object.entries(fields)) {
      if (holds === 'impersonal') continue;
      const value = holds === 'user' ? userId : email;
      await tx.$executeRaw`
        DELETE FROM pgboss.job
        WHERE name = ${queue} AND lower(data->>${field}) = lower(${value})`;
    }
  for (const name of [userId, email])
    await tx.$executeRaw`
      UPDATE pgboss.job SET output = NULL WHERE strpos(lower(output::text), lower(${name})) > 0`;
}
