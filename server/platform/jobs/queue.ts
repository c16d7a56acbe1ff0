import { PgBoss, type QueueOptions } from 'pg-boss';
import { connectionConfig, type DatabaseAddress } from '../database/connection.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';
import type { Logger } from '../logging/logger.ts';
import { type Catalogue, deadNameOf, type JobKind, type Retry, retryForAnHour } from './definition.ts';
import { seconds } from '#shared/durations.ts';

/** The queue of all jobs, in the database. */
export type JobQueue = PgBoss;

type Options = QueueOptions & { deadLetter?: string; notify?: boolean };

/** A worker that is silent for this long counts as dead, and its jobs are retried. */
const heartbeatSeconds = 10;

const retryOptions = ({ limit, delay = 0, backoffUpTo }: Retry): Options => ({
  retryLimit: limit,
  retryDelay: delay,
  ...(backoffUpTo === undefined ? {} : { retryBackoff: true, retryDelayMax: backoffUpTo }),
});

/** Failed jobs are kept for a day, for the operator to inspect. */
const deadOptions: Options = {
  ...retryOptions(retryForAnHour),
  deleteAfterSeconds: seconds.day,
  heartbeatSeconds,
};

const jobOptions = ({
  name,
  retry,
  timeoutSeconds,
  keepSeconds,
  whenExhausted,
}: JobKind<never>): Options => ({
  ...retryOptions(retry),
  ...(timeoutSeconds === undefined ? {} : { expireInSeconds: timeoutSeconds }),
  ...(whenExhausted ? { deadLetter: deadNameOf(name) } : {}),
  deleteAfterSeconds: keepSeconds,
  heartbeatSeconds,
  notify: true,
});

/** At most one run waits, and one is in progress. */
const schedulePolicy = 'stately';

/** The last runs are kept for the metrics: of each minute for an hour, of each hour for a day. */
const runsKept = 24;

interface QueueSpec {
  name: string;
  options: Options;
  policy?: typeof schedulePolicy;
  partition?: boolean;
}

/** All queues, in creation order: a queue comes after its dead-letter queue. */
const queuesOf = ({ jobs, schedules }: Catalogue<never>): QueueSpec[] => [
  ...jobs.flatMap((kind) => [
    ...(kind.whenExhausted ? [{ name: deadNameOf(kind.name), options: deadOptions }] : []),
    { name: kind.name, options: jobOptions(kind), partition: kind.hasOwnTable ?? false },
  ]),
  ...schedules.map(
    ({ name, retry = { limit: 0 }, timeoutSeconds, everySeconds }) =>
      ({
        name,
        policy: schedulePolicy,
        options: {
          ...retryOptions(retry),
          expireInSeconds: timeoutSeconds,
          deleteAfterSeconds: Math.max(seconds.hour, runsKept * everySeconds),
          heartbeatSeconds,
          notify: true,
        },
      }) satisfies QueueSpec,
  ),
];

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

export interface OpenJobQueueOptions {
  address: string | DatabaseAddress;
  logger: Logger;
  /** True if this process runs jobs and therefore supervises the queues. */
  worker: boolean;
  catalogue: Catalogue<never>;
}

/**
 * Connects pg-boss to the database and creates or updates the queue of each kind in the catalogue. Any number of
 * processes may do so concurrently. On failure, all connections are closed: an open one would keep alive a process that
 * can't start.
 */
export async function openJobQueue({
  address,
  logger,
  worker,
  catalogue,
}: OpenJobQueueOptions): Promise<JobQueue> {
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
    await defineQueues(boss, queuesOf(catalogue));
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return boss;
}

async function defineQueues(boss: PgBoss, queues: readonly QueueSpec[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const { name, options, policy = 'standard', partition = false } of queues) {
    const found: object | undefined = known.get(name);
    if (!found) await boss.createQueue(name, { ...options, policy, partition });
    // An earlier release created it; it keeps its table and its policy.
    else if (!includes(found, options)) await boss.updateQueue(name, options);
  }
  await boss.getDb().executeSql(activeIndex);
}

const includes = (found: object, options: object): boolean => {
  const values = new Map(Object.entries(found));
  return Object.entries(options).every(([option, value]) => values.get(option) === value);
};
