import { fromPrisma, PgBoss, type QueueOptions } from 'pg-boss';
import { connectionConfig, type DatabaseAddress } from './database-connection.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import type { Tx } from './db.ts';
import type { Language } from '../../shared/languages.ts';
import type { Logger } from './logger.ts';

/** A mail about an account, in a language; `email` where it is not said yet whose it is. */
type AccountMail = { language: Language } & (
  | { kind: 'reset'; email: string }
  /** `email` is the address that it goes to: the new one to be confirmed, or the one of before. */
  | { kind: 'change-email' | 'email-changed'; userId: string; email: string }
  | { kind: 'verify' | 'password-changed' | 'passkey-added' | 'deletion' | 'export'; userId: string }
);

/** What a job of each queue carries. */
export interface JobData {
  'generate-video': { taskId: string };
  /** Jobs of `generate-video` that failed for good, however they did. */
  'generate-video-dead': { taskId: string };
  'move-video': { movementId: string };
  /** As with `generate-video`. */
  'move-video-dead': { movementId: string };
  'send-mail': { taskId: string };
  /** About a purchase, to whoever made it: its receipt, or that of a withdrawal from it. */
  'purchase-mail': { sessionId: string; withdrawalId?: string };
  'send-webhook': { deliveryId: string };
  'send-webhook-mail': { webhookId: string };
  /** About an account. It holds no token: that is made when the mail is. */
  'account-mail': AccountMail;
  /** What an operator answers to whoever reported a film. */
  'report-answer': { to: string; language: Language; answer: string };
  'export-data': { exportId: string };
  /** As with `generate-video`. */
  'export-data-dead': { exportId: string };
  'merge-album': { albumId: string };
  /** As with `generate-video`. */
  'merge-album-dead': { albumId: string };
  sweep: Record<string, never>;
  housekeeping: Record<string, never>;
  'payment-sweep': Record<string, never>;
}
export type QueueName = keyof JobData;

type Definition = QueueOptions & { deadLetter?: QueueName; notify?: boolean; policy?: string };

/** Somebody waits for these. */
const awaited: Definition = {
  notify: true,
  // Far above any real job, so that only a dead or hanging worker meets it; death shows by the heartbeat.
  expireInSeconds: 1800,
  heartbeatSeconds: 10,
  retryLimit: 4,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
};

const deadLetters: Definition = {
  heartbeatSeconds: 10,
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
};

/**
 * After 5 s, 10 s, 20 s and so on, then every 6 hours: with the half that pg-boss may take off each wait, the last of 26
 * retries is due after three to four days.
 */
const overThreeDays = {
  ...{ retryLimit: 26, retryDelay: 5, retryBackoff: true, retryDelayMax: 6 * 3600, expireInSeconds: 120 },
} satisfies Definition;

/** In the order in which they are created: a queue after its dead-letter queue. */
const definitions: Record<QueueName, Definition> = {
  'generate-video-dead': deadLetters,
  'generate-video': { ...awaited, deadLetter: 'generate-video-dead' },
  'move-video-dead': deadLetters,
  'move-video': { ...awaited, deadLetter: 'move-video-dead' },
  'send-mail': { ...deadLetters, notify: true },
  'purchase-mail': { ...deadLetters, notify: true },
  'send-webhook': { ...awaited, ...overThreeDays },
  'send-webhook-mail': { ...deadLetters, notify: true },
  // They hold addresses: an hour is enough to see what became of one.
  'account-mail': { ...deadLetters, notify: true, deleteAfterSeconds: 3600 },
  'report-answer': { ...deadLetters, notify: true, deleteAfterSeconds: 3600 },
  'export-data-dead': deadLetters,
  'export-data': { ...awaited, deadLetter: 'export-data-dead' },
  'merge-album-dead': deadLetters,
  'merge-album': { ...awaited, deadLetter: 'merge-album-dead' },
  sweep: { policy: 'stately', retryLimit: 0, expireInSeconds: 300 },
  housekeeping: { policy: 'stately', retryLimit: 0, expireInSeconds: 1800 },
  'payment-sweep': { policy: 'stately', retryLimit: 0, expireInSeconds: 900 },
};

/** Every queue that there is. */
export const queueNames: readonly string[] = Object.keys(definitions);

/** How often a dead worker's jobs are looked for, in seconds. */
const supervisionSeconds = 5;

export interface OpenQueueOptions {
  address: string | DatabaseAddress;
  logger: Logger;
  /** True where this process runs jobs and so looks after the queues. */
  worker: boolean;
}

/** Connects pg-boss to the database, with every queue of the table above in place. */
export async function openQueue({ address, logger, worker }: OpenQueueOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connectionConfig(address),
    max: 4,
    useListenNotify: worker,
    supervise: worker,
    schedule: worker,
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: supervisionSeconds,
  });
  boss.on('error', (error) => {
    // The event hub says once that the database is away; the queue would with every poll.
    const level = isDatabaseUnavailable(error) ? 'debug' : 'error';
    logger[level]({ err: error }, 'queue error');
  });
  boss.on('warning', (warning) => logger.warn({ warning }, 'queue warning'));
  await boss.start();
  for (const [name, definition] of Object.entries(definitions)) await boss.createQueue(name, definition);
  return boss;
}

/** A job's group of pg-boss's is its whole queue: so a number of jobs can be the limit of all processes together. */
const wholeQueue = { id: 'all' };

/**
 * Puts a job into a queue inside the transaction `tx`: it is there if the transaction commits, else it never was.
 * Of the jobs that wait, those of a higher priority (0 unless given) start first.
 */
export async function enqueue<Name extends QueueName>(
  queue: PgBoss,
  tx: Tx,
  name: Name,
  data: JobData[Name],
  { key, priority }: { key?: string; priority?: number } = {},
): Promise<void> {
  await queue.send(name, data, {
    db: fromPrisma(tx),
    group: wholeQueue,
    ...(key === undefined ? {} : { singletonKey: key }),
    ...(priority === undefined ? {} : { priority }),
  });
}

/** True while any of the queues has a job with this data that waits, runs or is due for another try. */
export async function hasLiveJob<Name extends QueueName>(
  queue: PgBoss,
  names: readonly Name[],
  data: JobData[Name],
): Promise<boolean> {
  for (const name of names) {
    const jobs = await queue.findJobs(name, { data });
    if (jobs.some(({ state }) => ['created', 'retry', 'active'].includes(state))) return true;
  }
  return false;
}
