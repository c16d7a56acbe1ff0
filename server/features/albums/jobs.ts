import { sharedResources } from '../../platform/shared-resources.ts';
import {
  defineJob,
  defineSchedule,
  everyMinute,
  hourlyAt,
  retryForAMinute,
} from '../../platform/jobs/definition.ts';
import type { Db } from '../../platform/db.ts';
import { failExhausted } from '../work/end.ts';
import { discardOldTestData } from '../work/old-test-data.ts';
import { failAbandoned, type SweepDeps } from '../work/sweep.ts';
import { emptyTrash, type TrashDeps } from '../work/trash.ts';
import type { TurnCounters } from '../work/turns.ts';
import { type AlbumDeps, runAlbum } from './run.ts';
import { type AlbumEndDeps, albumWork } from './work.ts';

declare module '../../platform/jobs/definition.ts' {
  interface RowJobData {
    'merge-album': { albumId: string };
  }
}

export const albumJobs = [
  defineJob({
    name: 'merge-album',
    retry: retryForAMinute,
    // Far longer than any album takes, so that it only affects a hanging worker.
    timeoutSeconds: 1800,
    keepSeconds: 3600,
    isAwaited: true,
    // One at a time: albums are free, and should leave resources for the animations, which are paid for.
    concurrency: { perProcess: sharedResources.albums.atOnce },
    async run(deps: AlbumDeps & { turns: TurnCounters }, { data, priority, signal }) {
      await deps.turns('merge-album').started(priority);
      await runAlbum(deps, data.albumId, signal);
    },
    whenExhausted: (deps, { albumId }) => failExhausted(albumWork, deps, albumId),
  }),
];

export const albumSchedules = [
  defineSchedule({
    name: 'fail-abandoned-albums',
    ...everyMinute,
    async run(deps: SweepDeps & AlbumEndDeps, signal) {
      await failAbandoned(albumWork, deps, signal);
    },
  }),
  defineSchedule({
    name: 'discard-old-test-albums',
    ...hourlyAt(33),
    run: ({ db }: { db: Db }, signal) => discardOldTestData(albumWork, db, Date.now(), signal),
  }),
  defineSchedule({
    name: 'empty-album-trash',
    ...everyMinute,
    async run(deps: TrashDeps, signal) {
      await emptyTrash(albumWork, deps, Date.now(), signal);
    },
  }),
];
