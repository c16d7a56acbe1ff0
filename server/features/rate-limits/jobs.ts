import type { Db } from '#server/platform/database/db.ts';
import { defineSchedule, hourlyAt } from '#server/platform/jobs/definition.ts';
import { repeatInBatches } from '#server/platform/jobs/work-through.ts';
import { milliseconds } from '#shared/durations.ts';

export const rateLimitSchedules = [
  defineSchedule({
    name: 'remove-expired-rate-limits',
    ...hourlyAt(25),
    run: ({ db }: { db: Db }, signal) => removeExpiredLimits(db, Date.now(), signal),
  }),
];

/** Removes the counters of rate limits whose window ended an hour ago; the table has an index for it. */
export async function removeExpiredLimits(
  db: Pick<Db, 'rateLimit'>,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<void> {
  const where = { expire: { lt: now - milliseconds.hour } };
  await repeatInBatches((limit) => db.rateLimit.deleteMany({ where, limit }), signal);
}
