import { defineSchedule, hourlyAt } from '#server/platform/jobs/definition.ts';
import { type AudioRetentionDeps, deleteOldAudio } from './audio-retention.ts';

export const audioSchedules = [
  defineSchedule({
    name: 'delete-old-audio',
    ...hourlyAt(13),
    run: (deps: AudioRetentionDeps, signal) => deleteOldAudio(deps, Date.now(), signal),
  }),
];
