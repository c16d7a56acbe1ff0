import { defineJob, defineSchedule, everyMinute, hourlyAt } from '../../platform/jobs/definition.ts';
import { sharedResources } from '../../platform/concurrency/shared-resources.ts';
import { failExhausted } from '../work/end.ts';
import { awaitedWork, discardingOldTests, emptyingTrash, failingAbandoned } from '../work/schedules.ts';
import type { TurnCounters } from '../work/turns.ts';
import { giveWayToPaid } from './running/give-way.ts';
import { movementWork } from './movements/movement-work.ts';
import { failOverdueTasks, type OverdueDeps } from './running/overdue.ts';
import { deleteOldPhotos, type PhotoRetentionDeps } from './photo-retention.ts';
import { type GenerationDeps, runGeneration, runMovement } from './running/run.ts';
import { taskWork } from './running/work.ts';

declare module '../../platform/jobs/definition.ts' {
  interface RowJobData {
    'generate-video': { taskId: string };
    'move-video': { movementId: string };
  }
}

type RunDeps = GenerationDeps & { turns: TurnCounters };

export const generationJobs = [
  defineJob({
    name: 'generate-video',
    ...awaitedWork,
    hasOwnTable: true,
    concurrency: ({ video: { atOnce, isShared } }: RunDeps) => ({
      perProcess: atOnce,
      ...(isShared ? { total: atOnce } : {}),
    }),
    async run(deps, { data, priority, signal }) {
      await deps.turns('generate-video').started(priority);
      await runGeneration(deps, data.taskId, signal);
    },
    whenExhausted: (deps, { taskId }) => failExhausted(taskWork, deps, taskId),
  }),
  defineJob({
    name: 'move-video',
    ...awaitedWork,
    // One at a time, like albums: movements are free.
    concurrency: { perProcess: sharedResources.movements.atOnce },
    async run(deps: RunDeps, { data, priority, signal, draining }) {
      await giveWayToPaid(deps, deps.turns('generate-video'), AbortSignal.any([signal, draining]));
      await deps.turns('move-video').started(priority);
      await runMovement(deps, data.movementId, signal);
    },
    whenExhausted: (deps, { movementId }) => failExhausted(movementWork, deps, movementId),
  }),
];

export const generationSchedules = [
  failingAbandoned('fail-abandoned-videos', taskWork),
  failingAbandoned('fail-abandoned-movements', movementWork),
  defineSchedule({
    name: 'fail-overdue-videos',
    ...everyMinute,
    async run(deps: OverdueDeps, signal) {
      await failOverdueTasks(deps, signal);
    },
  }),
  discardingOldTests('discard-old-test-videos', 31, taskWork),
  emptyingTrash('empty-video-trash', taskWork),
  defineSchedule({
    name: 'delete-old-photos',
    ...hourlyAt(11),
    async run(deps: PhotoRetentionDeps, signal) {
      await deleteOldPhotos(deps, Date.now(), signal);
    },
  }),
];
