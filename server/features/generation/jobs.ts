import {
  defineJob,
  defineSchedule,
  everyMinute,
  hourlyAt,
  retryForAMinute,
} from '../../platform/jobs/definition.ts';
import type { Db } from '../../platform/db.ts';
import { sharedResources } from '../../platform/shared-resources.ts';
import { failExhausted } from '../work/end.ts';
import { discardOldTestData } from '../work/old-test-data.ts';
import { failAbandoned, type SweepDeps } from '../work/sweep.ts';
import { emptyTrash, type TrashDeps } from '../work/trash.ts';
import type { TurnCounters } from '../work/turns.ts';
import { giveWayToPaid } from './give-way.ts';
import { movementWork } from './movement-work.ts';
import { failOverdueTasks, type OverdueDeps } from './overdue.ts';
import { deleteOldPhotos, type PhotoRetentionDeps } from './photo-retention.ts';
import { type GenerationDeps, runGeneration, runMovement } from './run.ts';
import { type FinishDeps, taskWork } from './work.ts';

declare module '../../platform/jobs/definition.ts' {
  interface RowJobData {
    'generate-video': { taskId: string };
    'move-video': { movementId: string };
  }
}

type RunDeps = GenerationDeps & { turns: TurnCounters };

/** Once a job has ended, the row that it represents holds the outcome. */
const keepSeconds = 3600;
/** Far longer than any video takes, so that it only affects a hanging worker; a dead one is noticed by its silence. */
const timeoutSeconds = 1800;

export const generationJobs = [
  defineJob({
    name: 'generate-video',
    retry: retryForAMinute,
    timeoutSeconds,
    keepSeconds,
    isAwaited: true,
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
    retry: retryForAMinute,
    timeoutSeconds,
    keepSeconds,
    isAwaited: true,
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
  defineSchedule({
    name: 'fail-abandoned-videos',
    ...everyMinute,
    async run(deps: SweepDeps & FinishDeps, signal) {
      await failAbandoned(taskWork, deps, signal);
    },
  }),
  defineSchedule({
    name: 'fail-abandoned-movements',
    ...everyMinute,
    async run(deps: SweepDeps, signal) {
      await failAbandoned(movementWork, deps, signal);
    },
  }),
  defineSchedule({
    name: 'fail-overdue-videos',
    ...everyMinute,
    async run(deps: OverdueDeps, signal) {
      await failOverdueTasks(deps, signal);
    },
  }),
  defineSchedule({
    name: 'discard-old-test-videos',
    ...hourlyAt(31),
    run: ({ db }: { db: Db }, signal) => discardOldTestData(taskWork, db, Date.now(), signal),
  }),
  defineSchedule({
    name: 'empty-video-trash',
    ...everyMinute,
    async run(deps: TrashDeps, signal) {
      await emptyTrash(taskWork, deps, Date.now(), signal);
    },
  }),
  defineSchedule({
    name: 'delete-old-photos',
    ...hourlyAt(11),
    async run(deps: PhotoRetentionDeps, signal) {
      await deleteOldPhotos(deps, Date.now(), signal);
    },
  }),
];
