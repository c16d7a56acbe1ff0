import { defineJob } from '#server/platform/jobs/definition.ts';
import { sharedResources } from '#server/platform/concurrency/shared-resources.ts';
import { failExhausted } from '../job-lifecycle/end-job.ts';
import {
  awaitedWork,
  discardingOldTests,
  emptyingTrash,
  failingAbandoned,
} from '../job-lifecycle/schedules.ts';
import type { TurnCounters } from '../job-lifecycle/turns.ts';
import { type AlbumDeps, runAlbum } from './make-album.ts';
import { albumJob } from './album-job.ts';

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
    whenExhausted: (deps, { albumId }) => failExhausted(albumJob, deps, albumId),
  }),
];

export const albumSchedules = [
  failingAbandoned('fail-abandoned-albums', albumJob),
  discardingOldTests('discard-old-test-albums', 33, albumJob),
  emptyingTrash('empty-album-trash', albumJob),
];
