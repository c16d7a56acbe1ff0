import { createHash } from 'node:crypto';
import { fromPrisma, PgBoss, type QueueOptions } from 'pg-boss';
import { connectionConfig, type DatabaseAddress } from './database-connection.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import type { Db, Tx } from './db.ts';
import type { Language } from '../../shared/languages.ts';
import type { Logger } from './logger.ts';
import { injectTrace, type TraceCarrier } from './tracing.ts';

/** A mail about an account; identified by `email` if the account isn't known yet. */
type AccountMail = { language: Language } & (
  | { kind: 'reset'; email: string }
  /**
   * `email` is the recipient: the new address to be confirmed, or the previous one. `requestId` refers to the mail's
   * link; jobs of an earlier release lack it.
   */
  | { kind: 'change-email' | 'email-changed'; userId: string; email: string; requestId?: string }
  | { kind: 'verify' | 'deletion' | 'export' | SafetyNotice; userId: string }
);

/** Notifications of changes by which somebody else could get or keep access to an account. */
export type SafetyNotice =
  | 'password-changed'
  | 'passkey-added'
  | 'token-created'
  | 'frame-created'
  | 'box-opened'
  | 'webhook-created'
  | 'webhook-rotated'
  | 'email-change-requested';

/** The data of each queue's jobs. */
export interface JobData {
  'generate-video': { taskId: string };
  /** Jobs of `generate-video` that failed permanently, for whatever reason. */
  'generate-video-dead': { taskId: string };
  'move-video': { movementId: string };
  /** Like `generate-video-dead`. */
  'move-video-dead': { movementId: string };
  'send-mail': { taskId: string };
  /** To the buyer, about a purchase: its receipt, or that of a withdrawal from it. */
  'purchase-mail': { sessionId: string; withdrawalId?: string };
  'send-webhook': { deliveryId: string };
  'send-webhook-mail': { webhookId: string };
  /** About an account. Contains no token: that is created together with the mail. */
  'account-mail': AccountMail;
  /** An operator's answer to the person who reported a film. */
  'report-answer': { to: string; language: Language; answer: string };
  'export-data': { exportId: string };
  /** Like `generate-video-dead`. */
  'export-data-dead': { exportId: string };
  'merge-album': { albumId: string };
  /** Like `generate-video-dead`. */
  'merge-album-dead': { albumId: string };
  sweep: Record<string, never>;
  housekeeping: Record<string, never>;
  'payment-sweep': Record<string, never>;
}
/** Additional job data when tracing is enabled. */
export interface Traced {
  trace?: TraceCarrier;
}
export type QueueName = keyof JobData;
/** Queues whose jobs each represent a row, one job per row; permanently failed jobs go to the queue `…-dead`. */
export type WorkQueueName = 'generate-video' | 'move-video' | 'merge-album' | 'export-data';

type Definition = QueueOptions & { deadLetter?: QueueName; notify?: boolean };

const hour = 3600;
const day = 24 * hour;

/** A user is waiting for these. Once a job has ended, the row it represents holds the outcome. */
const awaited: Definition = {
  notify: true,
  deleteAfterSeconds: hour,
  // Far longer than any real job, so that it only affects a hanging worker; a dead one is detected by the heartbeat.
  expireInSeconds: 1800,
  heartbeatSeconds: 10,
  retryLimit: 4,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
};

/** Failed jobs are kept for the operator to inspect. */
const deadLetters: Definition = {
  deleteAfterSeconds: day,
  heartbeatSeconds: 10,
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
};

/**
 * Retries after 5 s, 10 s, 20 s and so on, then every 6 hours: with jitter, which may halve each delay, the last of 26
 * retries is due after three to four days.
 */
const overThreeDays = {
  ...{ retryLimit: 26, retryDelay: 5, retryBackoff: true, retryDelayMax: 6 * hour, expireInSeconds: 120 },
} satisfies Definition;

const regular = { retryLimit: 0, deleteAfterSeconds: day } satisfies Definition;

/** In creation order: a queue comes after its dead-letter queue. */
const definitions: Record<QueueName, Definition> = {
  'generate-video-dead': deadLetters,
  'generate-video': { ...awaited, deadLetter: 'generate-video-dead' },
  'move-video-dead': deadLetters,
  'move-video': { ...awaited, deadLetter: 'move-video-dead' },
  'send-mail': { ...deadLetters, notify: true },
  'purchase-mail': { ...deadLetters, notify: true },
  'send-webhook': { ...awaited, ...overThreeDays },
  'send-webhook-mail': { ...deadLetters, notify: true },
  // They contain addresses: an hour is enough to see the outcome.
  'account-mail': { ...deadLetters, notify: true, deleteAfterSeconds: hour },
  'report-answer': { ...deadLetters, notify: true, deleteAfterSeconds: hour },
  'export-data-dead': deadLetters,
  'export-data': { ...awaited, deadLetter: 'export-data-dead' },
  'merge-album-dead': deadLetters,
  'merge-album': { ...awaited, deadLetter: 'merge-album-dead' },
  sweep: { ...regular, expireInSeconds: 300 },
  housekeeping: { ...regular, expireInSeconds: 1800 },
  'payment-sweep': { ...regular, expireInSeconds: 900 },
};

/** Queues in which at most one job waits at a time. */
const isRegular = (name: string): boolean => ['sweep', 'housekeeping', 'payment-sweep'].includes(name);

/**
 * The queues with at least one job per video: each gets its own table, so that counting, deleting and vacuuming its
 * jobs doesn't affect other queues. An existing queue keeps the table that it was created in.
 */
const isBusy = (name: string): boolean => ['generate-video', 'send-mail', 'send-webhook'].includes(name);

/** The names of all queues. */
export const queueNames: readonly string[] = Object.keys(definitions);

/** How often dead workers' jobs are searched for, in seconds. */
const supervisionSeconds = 5;

/**
 * pg-boss searches for dead workers' jobs every few seconds, which without this index would be a full table scan.
 * Processes that start concurrently create the index one after another; one that can't lock the table leaves it to the
 * next start.
 */
const activeIndex = `
  DO $$ BEGIN
    IF to_regclass('pgboss.memori_active_job') IS NULL THEN
      PERFORM pg_advisory_xact_lock(hashtextextended('memori_active_job', 0));
      CREATE INDEX IF NOT EXISTS memori_active_job ON pgboss.job (name) WHERE state = 'active';
    END IF;
  EXCEPTION WHEN lock_not_available THEN NULL;
  END $$`;

export interface OpenQueueOptions {
  address: string | DatabaseAddress;
  logger: Logger;
  /** True if this process runs jobs and therefore supervises the queues. */
  worker: boolean;
}

/**
 * Connects pg-boss to the database and creates or updates every queue of the table above. Any number of processes may
 * do so concurrently. On failure, all connections are closed: an open one would keep alive a process that can't start.
 */
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
    // The event hub logs an outage of the database once; the queue would log it with every poll.
    const level = isDatabaseUnavailable(error) ? 'debug' : 'error';
    logger[level]({ err: error }, 'queue error');
  });
  boss.on('warning', (warning) => logger.warn({ warning }, 'queue warning'));
  try {
    await boss.start();
    await defineQueues(boss);
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return boss;
}

async function defineQueues(boss: PgBoss): Promise<void> {
  for (const [name, definition] of Object.entries(definitions)) {
    await boss.createQueue(name, {
      ...definition,
      ...(isRegular(name) && { policy: 'stately' }),
      partition: isBusy(name),
    });
    // Updates a queue that an earlier release created.
    await boss.updateQueue(name, definition);
  }
  await boss.getDb().executeSql(activeIndex);
}

/** All jobs of a queue share one pg-boss group, so that a limit applies to all processes together. */
const wholeQueue = { id: 'all' };

interface JobOptions {
  /** To find the job by. */
  key?: string;
  /** The person whose job it is, for a queue whose worker limits how many jobs of one person run at once. */
  personId?: string;
  /** Instead of the queue's number of retries. */
  retryLimit?: number;
}

/** Adds a job to a queue inside the transaction `tx`: it exists if and only if the transaction commits. */
export async function enqueue<Name extends Exclude<QueueName, WorkQueueName>>(
  queue: PgBoss,
  tx: Tx,
  name: Name,
  data: JobData[Name],
  { key, personId, retryLimit }: JobOptions = {},
): Promise<void> {
  const options = {
    ...(key === undefined ? {} : { singletonKey: key }),
    ...(retryLimit === undefined ? {} : { retryLimit }),
    group: personId === undefined ? wholeQueue : { id: personId },
  };
  await queue.send(name, withTrace(data), { db: fromPrisma(tx), ...options });
}

/**
 * Like `enqueue`, for a job that represents a row: its id derives from the row's, so it is found without a search.
 * Waiting jobs with a higher priority (default 0) start first.
 */
export async function enqueueWork<Name extends WorkQueueName>(
  queue: PgBoss,
  tx: Tx,
  name: Name,
  rowId: string,
  data: JobData[Name],
  { priority = 0 }: { priority?: number } = {},
): Promise<void> {
  const options = { db: fromPrisma(tx), group: wholeQueue, singletonKey: rowId, priority };
  const traced = withTrace(data);
  const sent = await queue.send(name, traced, { ...options, id: workJobId(name, rowId) });
  // A failed row may be retried while its previous job is still kept.
  if (sent === null) await queue.send(name, traced, options);
}

/** `enqueueWork` for several new rows, in one statement. */
export async function enqueueNewWork<Name extends WorkQueueName>(
  queue: PgBoss,
  tx: Tx,
  name: Name,
  rows: readonly { rowId: string; data: JobData[Name]; priority: number }[],
): Promise<void> {
  const jobs = rows.map(({ rowId, data, priority }) => ({
    ...{ id: workJobId(name, rowId), data: withTrace(data), priority },
    ...{ group: wholeQueue, singletonKey: rowId },
  }));
  await queue.insert(name, jobs, { db: fromPrisma(tx) });
}

/** Gives the first waiting job whose priority is `below` or lower the priority `to`, if there is one. */
export async function liftJob(
  db: Db,
  name: WorkQueueName,
  { below, to }: { below: number; to: number },
): Promise<void> {
  await db.$executeRaw`
    UPDATE pgboss.job SET priority = ${to} WHERE name = ${name} AND id = (
      SELECT id FROM pgboss.job
      WHERE name = ${name} AND state = 'created' AND priority <= ${below}
      ORDER BY priority DESC, created_on, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )`;
}

/** A job's data with its trace context, if there is one. */
function withTrace<Data extends object>(data: Data): Data & Traced {
  const trace = injectTrace();
  return Object.keys(trace).length > 0 ? { ...data, trace } : data;
}

/** The id of the job that represents a row: a version 8 UUID (RFC 9562). */
export function workJobId(name: WorkQueueName, rowId: string): string {
  const digits = createHash('sha256').update(`${name}:${rowId}`).digest('hex').split('');
  digits[12] = '8';
  digits[16] = 'a';
  return digits.slice(0, 32).join('');
}

/** The ids of rows without a job or dead letter that is waiting, running or due for a retry. One statement. */
export async function rowsWithoutJob(
  { db, queue }: { db: Db; queue: PgBoss },
  name: WorkQueueName,
  rowIds: readonly string[],
): Promise<string[]> {
  const jobIds = rowIds.map((id) => workJobId(name, id));
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT row.id FROM unnest(${rowIds}::text[], ${jobIds}::uuid[]) AS row (id, job)
    WHERE NOT EXISTS (
      SELECT FROM pgboss.job WHERE name = ${name} AND id = row.job AND state < 'completed'
    ) AND NOT EXISTS (
      SELECT FROM pgboss.job
      WHERE name = ${`${name}-dead`} AND source_root_id = row.job AND state < 'completed'
    )`;
  const without: string[] = [];
  // Jobs of an earlier release, and those of a retry, have other ids; they are searched for one by one.
  for (const { id } of rows) if (!(await hasJobWithKey(queue, name, id))) without.push(id);
  return without;
}

async function hasJobWithKey(queue: PgBoss, name: WorkQueueName, key: string): Promise<boolean> {
  for (const each of [name, `${name}-dead`]) {
    const jobs = await queue.findJobs(each, { key });
    if (jobs.some(({ state }) => ['created', 'retry', 'active'].includes(state))) return true;
  }
  return false;
}
