import { defineSchedule, everyMinute } from '#server/platform/jobs/definition.ts';
import { type EraseDeps, eraseDueAccounts } from './erase-accounts.ts';

export const erasureSchedules = [
  defineSchedule({
    name: 'erase-accounts',
    ...everyMinute,
    // An account with thousands of videos takes a while.
    timeoutSeconds: 900,
    async run(deps: EraseDeps, signal) {
      await eraseDueAccounts(deps, signal);
    },
  }),
];
