import type { Db } from '#server/platform/database/db.ts';
import { defineSchedule, hourlyAt } from '#server/platform/jobs/definition.ts';
import { forgetOldKeys } from './run-once.ts';

export const idempotencySchedules = [
  defineSchedule({
    name: 'forget-old-idempotency-keys',
    ...hourlyAt(19),
    run: ({ db }: { db: Db }, signal) => forgetOldKeys(db, signal),
  }),
];
