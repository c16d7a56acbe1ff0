import { createHash } from 'node:crypto';
import { fromPrisma } from 'pg-boss';
import type { Tx } from '../database/db.ts';
import { injectTrace, type TraceCarrier } from '../logging/tracing.ts';
import type { JobData, RowJobData } from './definition.ts';
import type { JobQueue } from './queue.ts';

/** Additional job data when tracing is enabled. */
export interface Traced {
  trace?: TraceCarrier;
}

/** All jobs of a queue share one group, so that a limit applies to all processes together. */
const wholeQueue = { id: 'all' };

interface EnqueueOptions {
  /** To find the job by. */
  key?: string;
  /** The person whose job it is, for a kind that limits how many jobs of one person run at once. */
  personId?: string;
  /** Instead of the kind's number of retries. */
  retryLimit?: number;
  /** At most one job with this `key` in each slot of so many seconds: another waits for the next one, further ones join it. */
  slotSeconds?: number;
}

/** Adds a job to its queue inside the transaction `tx`: it exists if and only if the transaction commits. */
export async function enqueue<Name extends keyof JobData>(
  queue: JobQueue,
  tx: Tx,
  name: Name,
  data: JobData[Name],
  { key, personId, retryLimit, slotSeconds }: EnqueueOptions = {},
): Promise<void> {
  const options = {
    ...(key === undefined ? {} : { singletonKey: key }),
    ...(retryLimit === undefined ? {} : { retryLimit }),
    ...(slotSeconds === undefined ? {} : { singletonSeconds: slotSeconds, singletonNextSlot: true }),
    group: personId === undefined ? wholeQueue : { id: personId },
  };
  await queue.send(name, withTrace(data), { db: fromPrisma(tx), ...options });
}

/**
 * Like `enqueue`, for a job that represents a row: its id derives from the row's, so it is found without a search.
 * Waiting jobs with a higher priority (default 0) start first.
 */
export async function enqueueRow<Name extends keyof RowJobData>(
  queue: JobQueue,
  tx: Tx,
  name: Name,
  rowId: string,
  data: RowJobData[Name],
  { priority = 0 }: { priority?: number } = {},
): Promise<void> {
  const options = { db: fromPrisma(tx), group: wholeQueue, singletonKey: rowId, priority };
  const traced = withTrace(data);
  const sent = await queue.send(name, traced, { ...options, id: rowJobId(name, rowId) });
  // A failed row may be retried while its previous job is still kept.
  if (sent === null) await queue.send(name, traced, options);
}

/** `enqueueRow` for several new rows, in one statement. */
export async function enqueueNewRows<Name extends keyof RowJobData>(
  queue: JobQueue,
  tx: Tx,
  name: Name,
  rows: readonly { rowId: string; data: RowJobData[Name]; priority: number }[],
): Promise<void> {
  const jobs = rows.map(({ rowId, data, priority }) => ({
    id: rowJobId(name, rowId),
    data: withTrace(data),
    priority,
    group: wholeQueue,
    singletonKey: rowId,
  }));
  await queue.insert(name, jobs, { db: fromPrisma(tx) });
}

/** A job's data with its trace context, if there is one. */
function withTrace<Data extends object>(data: Data): Data & Traced {
  const trace = injectTrace();
  return Object.keys(trace).length > 0 ? { ...data, trace } : data;
}

/** The id of the job that represents a row: a version 8 UUID (RFC 9562). */
export function rowJobId(name: keyof RowJobData, rowId: string): string {
  const digits = createHash('sha256').update(`${name}:${rowId}`).digest('hex').split('');
  digits[12] = '8';
  digits[16] = 'a';
  return digits.slice(0, 32).join('');
}
