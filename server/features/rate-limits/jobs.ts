import type { Db } from '../../platform/database/db.ts';
import { removeExpiredLimits } from '../../platform/database/expired-limits.ts';
import { defineSchedule, hourlyAt } from '../../platform/jobs/definition.ts';

export const rateLimitSchedules = [
  defineSchedule({
    name: 'remove-expired-rate-limits',
    ...hourlyAt(25),
    run: ({ db }: { db: Db }, signal) => removeExpiredLimits(db, Date.now(), signal),
  }),
];
