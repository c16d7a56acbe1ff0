import { createHash } from 'node:crypto';
import { fromPrisma, PgBoss, type QueueOptions } from 'pg-boss';
import { connectionConfig, type DatabaseAddress } from './database-connection.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import type { Db, Tx } from './db.ts';
import type { Language } from '../../shared/languages.ts';
import type { Logger } from './logger.ts';
import { carryTrace, type TraceCarrier } from './tracing.ts';

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
/** What jobs carry beside, where traces are kept. */
export interface Traced {
  trace?: TraceCarrier;
}
export type QueueName = keyof JobData;
/** The queues whose jobs stand for a row, of which each has one job; what failed for good goes to the queue `…-dead`. */
export type WorkQueueName = 'generate-video' | 'move-video' | 'merge-album' | 'export-data';

type Definition = QueueOptions & { deadLetter?: QueueName; notify?: boolean };

const hour = 3600;
const day = 24 * hour;

/** Somebody waits for these. Once they have ended, the row that they stood for says how. */
const awaited: Definition = {
  notify: true,
  deleteAfterSeconds: hour,
  // Far above any real job, so that only a dead or hanging worker meets it; death shows by the heartbeat.
  expireInSeconds: 1800,
  heartbeatSeconds: 10,
  retryLimit: 4,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
};

/** Those that failed are left for the operator to see. */
const deadLetters: Definition = {
  deleteAfterSeconds: day,
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
  ...{ retryLimit: 26, retryDelay: 5, retryBackoff: true, retryDelayMax: 6 * hour, expireInSeconds: 120 },
} satisfies Definition;

const regular = { retryLimit: 0, deleteAfterSeconds: day } satisfies Definition;

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

/** Of these no second job waits while one does. */
const isRegular = (name: string): boolean => ['sweep', 'housekeeping', 'payment-sweep'].includes(name);

/**
 * Of these there are as many jobs as there are videos, or more: each has a table of its own, so that what counts, deletes
 * and vacuums jobs leaves the others alone. An existing queue keeps the table that it was created in.
 */
const isBusy = (name: string): boolean => ['generate-video', 'send-mail', 'send-webhook'].includes(name);

/** Every queue that there is. */
export const queueNames: readonly string[] = Object.keys(definitions);

/** How often a dead worker's jobs are looked for, in seconds. */
const supervisionSeconds = 5;

/**
 * pg-boss looks for dead workers' jobs every few seconds, and among waiting ones would read its table from end to end.
 * Processes that start at once make the index one after another; one that can't get at the table leaves it to the next start.
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
  /** True where this process runs jobs and so looks after the queues. */
  worker: boolean;
}

/**
 * Connects pg-boss to the database, with every queue of the table above in place. Any number of processes may do so at
 * once. Where it fails, nothing stays open: a connection that is left would keep a process alive that can't start.
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
    // The event hub says once that the database is away; the queue would with every poll.
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
    // One that an earlier release made.
    await boss.updateQueue(name, definition);
  }
  await boss.getDb().executeSql(activeIndex);
}

/** A job's group of pg-boss's is its whole queue: so a number of jobs can be the limit of all processes together. */
const wholeQueue = { id: 'all' };

/**
 * Puts a job into a queue inside the transaction `tx`: it is there if the transaction commits, else it never was.
 * Of the jobs that wait, those of a higher priority (0 unless given) start first.
 */
export async function enqueue<Name extends Exclude<QueueName, WorkQueueName>>(
  queue: PgBoss,
  tx: Tx,
  name: Name,
  data: JobData[Name],
  { key }: { key?: string } = {},
): Promise<void> {
  const singleton = key === undefined ? {} : { singletonKey: key };
  await queue.send(name, withTrace(data), { db: fromPrisma(tx), group: wholeQueue, ...singleton });
}

/**
 * As `enqueue`, for the job that stands for a row: its id follows from the row's, so that it is found without a search.
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
  // A row that failed may be tried again while the job of before is still kept.
  if (sent === null) await queue.send(name, traced, options);
}

/** A job's data with the trace that it belongs to, if there is one. */
function withTrace<Data extends object>(data: Data): Data & Traced {
  const trace = carryTrace();
  return Object.keys(trace).length > 0 ? { ...data, trace } : data;
}

/** The id of the job that stands for a row: a UUID of version 8 (RFC 9562). */
export function workJobId(name: WorkQueueName, rowId: string): string {
  const digits = createHash('sha256').update(`${name}:${rowId}`).digest('hex').split('');
  digits[12] = '8';
  digits[16] = 'a';
  return digits.slice(0, 32).join('');
}

/** Those of the rows for which no job, nor its dead letter, waits, runs or is due for another try. One statement. */
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
  // Jobs of an earlier release, and those of a second try, have another id; they are searched for one by one.
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
