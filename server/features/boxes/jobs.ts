import { defineSchedule, hourlyAt } from '#server/platform/jobs/definition.ts';
import { refuseUnanswered, type UnansweredDeps } from './unanswered.ts';

export const boxSchedules = [
  defineSchedule({
    name: 'refuse-unanswered-photos',
    ...hourlyAt(13),
    async run(deps: UnansweredDeps, signal) {
      await refuseUnanswered(deps, Date.now(), signal);
    },
  }),
];
