import type { Db } from './db.ts';

/** Removes the counters of rate limits whose window ended an hour ago; the table has an index for it. */
export async function removeExpiredLimits(db: Pick<Db, 'rateLimit'>, now = Date.now()): Promise<void> {
  await db.rateLimit.deleteMany({ where: { expire: { lt: now - 3_600_000 } } });
}
