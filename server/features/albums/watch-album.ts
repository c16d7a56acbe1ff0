import type { MergeStatus } from '#shared/schemas/album.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { EventHub } from '#server/platform/database/events.ts';
import { watchJob } from '../job-lifecycle/watch-job.ts';
import { getAlbum } from './album-status.ts';
import { albumJob } from './album-job.ts';

/**
 * Yields the album's status immediately and at every change, and ends with the final status or when `signal` aborts.
 * Throws AppError `album_not_found`, also for somebody else's album.
 */
export function watchAlbum(
  { db, events }: { db: Db; events: EventHub },
  userId: string,
  albumId: string,
  signal?: AbortSignal,
): AsyncGenerator<MergeStatus, void, undefined> {
  const read = () => getAlbum(db, userId, albumId);
  return watchJob(albumJob, events, { userId, id: albumId, read }, signal);
}
