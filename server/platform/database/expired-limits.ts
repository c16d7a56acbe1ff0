import type { Db } from './db.ts';
import { repeatInBatches } from '../jobs/work-through.ts';
import { milliseconds } from '../../../shared/durations.ts';

/** Removes the counters of rate limits whose window ended an hour ago; the table has an index for it. */
export async function removeExpiredLimits(
  db: Pick<Db, 'rateLimit'>,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<void> {
  const where = { expire: { lt: now - milliseconds.hour } };
  await repeatInBatches((limit) => db.rateLimit.deleteMany({ where, limit }), signal);
}
