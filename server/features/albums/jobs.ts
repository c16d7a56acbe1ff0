import { defineJob } from '../../platform/jobs/definition.ts';
import { sharedResources } from '../../platform/concurrency/shared-resources.ts';
import { failExhausted } from '../work/end.ts';
import { awaitedWork, discardingOldTests, emptyingTrash, failingAbandoned } from '../work/schedules.ts';
import type { TurnCounters } from '../work/turns.ts';
import { type AlbumDeps, runAlbum } from './run.ts';
import { albumWork } from './work.ts';

declare module '../../platform/jobs/definition.ts' {
  interface RowJobData {
    'merge-album': { albumId: string };
  }
}

export const albumJobs = [
  defineJob({
    name: 'merge-album',
    ...awaitedWork,
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
  failingAbandoned('fail-abandoned-albums', albumWork),
  discardingOldTests('discard-old-test-albums', 33, albumWork),
  emptyingTrash('empty-album-trash', albumWork),
];
