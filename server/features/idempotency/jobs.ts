import type { Db } from '../../platform/database/db.ts';
import { defineSchedule, hourlyAt } from '../../platform/jobs/definition.ts';
import { forgetOldKeys } from './run-once.ts';

export const idempotencySchedules = [
  defineSchedule({
    name: 'forget-old-idempotency-keys',
    ...hourlyAt(19),
    run: ({ db }: { db: Db }, signal) => forgetOldKeys(db, signal),
  }),
];
