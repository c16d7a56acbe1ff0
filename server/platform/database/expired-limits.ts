import type { Db } from './db.ts';
import { repeatInBatches } from '../jobs/work-through.ts';

/** Removes the counters of rate limits whose window ended an hour ago; the table has an index for it. */
export async function removeExpiredLimits(
  db: Pick<Db, 'rateLimit'>,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<void> {
  const where = { expire: { lt: now - 3_600_000 } };
  await repeatInBatches((limit) => db.rateLimit.deleteMany({ where, limit }), signal);
}
