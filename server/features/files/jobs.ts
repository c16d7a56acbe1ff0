import { defineSchedule, hourlyAt } from '#server/platform/jobs/definition.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import { removeStaleWorkDirs } from '#server/platform/files/work-dir.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { type RemovalDeps, removeDueFiles } from './removals.ts';
import { milliseconds } from '#shared/durations.ts';

/** An upper bound for the time to write one file. */
const maxWriteMilliseconds = milliseconds.hour;

export const fileSchedules = [
  defineSchedule({
    name: 'remove-due-files',
    cron: '*/10 * * * *',
    everySeconds: 600,
    timeoutSeconds: 120,
    async run(deps: RemovalDeps & { logger: Logger }, signal) {
      await removeDueFiles(deps, Date.now(), signal);
    },
  }),
  defineSchedule({
    name: 'remove-unfinished-uploads',
    ...hourlyAt(21),
    run: ({ storage }: { storage: Storage }) =>
      storage.removeUnfinished(new Date(Date.now() - maxWriteMilliseconds)),
  }),
  defineSchedule({
    name: 'remove-stale-work-dirs',
    ...hourlyAt(23),
    run: ({ workRoot }: { workRoot: string }) => removeStaleWorkDirs(workRoot),
  }),
];
