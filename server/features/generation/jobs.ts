import { defineJob, defineSchedule, everyMinute, hourlyAt } from '#server/platform/jobs/definition.ts';
import { sharedResources } from '#server/platform/concurrency/shared-resources.ts';
import { failExhausted } from '../job-lifecycle/end-job.ts';
import {
  awaitedWork,
  discardingOldTests,
  emptyingTrash,
  failingAbandoned,
} from '../job-lifecycle/schedules.ts';
import type { TurnCounters } from '../job-lifecycle/turns.ts';
import { giveWayToPaid } from './running/give-way.ts';
import { variantJob } from './variants/variant-job.ts';
import { failOverdueTasks, type OverdueDeps } from './running/overdue.ts';
import { deleteOldPhotos, type PhotoRetentionDeps } from './photo-retention.ts';
import { type GenerationDeps, runGeneration, runVariant } from './running/run-generation.ts';
import { videoJob } from './running/video-job.ts';

declare module '../../platform/jobs/definition.ts' {
  interface RowJobData {
    'generate-video': { taskId: string };
    'move-video': { variantId: string };
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
    whenExhausted: (deps, { taskId }) => failExhausted(videoJob, deps, taskId),
  }),
  defineJob({
    name: 'move-video',
    ...awaitedWork,
    // One at a time, like albums: movements are free.
    concurrency: { perProcess: sharedResources.movements.atOnce },
    async run(deps: RunDeps, { data, priority, signal, draining }) {
      await giveWayToPaid(deps, deps.turns('generate-video'), AbortSignal.any([signal, draining]));
      await deps.turns('move-video').started(priority);
      await runVariant(deps, data.variantId, signal);
    },
    whenExhausted: (deps, { variantId }) => failExhausted(variantJob, deps, variantId),
  }),
];

export const generationSchedules = [
  failingAbandoned('fail-abandoned-videos', videoJob),
  failingAbandoned('fail-abandoned-movements', variantJob),
  defineSchedule({
    name: 'fail-overdue-videos',
    ...everyMinute,
    async run(deps: OverdueDeps, signal) {
      await failOverdueTasks(deps, signal);
    },
  }),
  discardingOldTests('discard-old-test-videos', 31, videoJob),
  emptyingTrash('empty-video-trash', videoJob),
  defineSchedule({
    name: 'delete-old-photos',
    ...hourlyAt(11),
    async run(deps: PhotoRetentionDeps, signal) {
      await deleteOldPhotos(deps, Date.now(), signal);
    },
  }),
];
