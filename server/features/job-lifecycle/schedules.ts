import type { Db } from '#server/platform/database/db.ts';
import { defineSchedule, everyMinute, hourlyAt, retryForAMinute } from '#server/platform/jobs/definition.ts';
import { discardOldTestData } from './old-test-data.ts';
import { failAbandoned, type SweepDeps } from './sweep-jobs.ts';
import { emptyTrash, type TrashDeps } from './trash.ts';
import type { RowJob } from './row-job.ts';
import { seconds } from '#shared/durations.ts';

/** What the jobs of all kinds of work have in common: somebody waits for them. */
export const awaitedWork = {
  retry: retryForAMinute,
  // Far longer than any run takes, so that it only affects a hanging worker; a dead one is noticed by its silence.
  timeoutSeconds: 1800,
  // Once a job has ended, the row that it represents holds the outcome.
  keepSeconds: seconds.hour,
  isAwaited: true,
};

/** Each minute, `failAbandoned`. */
export const failingAbandoned = <Deps>(name: string, work: RowJob<Deps>) =>
  defineSchedule({
    name,
    ...everyMinute,
    async run(deps: SweepDeps & Deps, signal) {
      await failAbandoned(work, deps, signal);
    },
  });

/** At this minute of each hour, `discardOldTestData`. */
export const discardingOldTests = (name: string, minute: number, work: RowJob) =>
  defineSchedule({
    name,
    ...hourlyAt(minute),
    run: ({ db }: { db: Db }, signal) => discardOldTestData(work, db, Date.now(), signal),
  });

/** Each minute, `emptyTrash`. */
export const emptyingTrash = (name: string, work: RowJob) =>
  defineSchedule({
    name,
    ...everyMinute,
    async run(deps: TrashDeps, signal) {
      await emptyTrash(work, deps, Date.now(), signal);
    },
  });
