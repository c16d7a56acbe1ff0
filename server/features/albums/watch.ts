import type { MergeStatus } from '../../../shared/schemas/album.ts';
import { isAlbumFinal } from '../../../shared/status.ts';
import type { Db } from '../../platform/db.ts';
import { type EventHub, watch } from '../../platform/events.ts';
import { readOnce } from '../../platform/shared-read.ts';
import { getAlbum } from './status.ts';

/**
 * Yields how the album is doing: at once, then at every change, ending with the final status or when `signal` aborts.
 * Throws AppError `album_not_found`, also for somebody else's album.
 */
export async function* watchAlbum(
  deps: { db: Db; events: EventHub },
  userId: string,
  albumId: string,
  signal?: AbortSignal,
): AsyncGenerator<MergeStatus, void, undefined> {
  const statuses = watch(deps.events, {
    userId,
    concerns: ({ topic, id }) => topic === 'album' && id === albumId,
    read: (event) => readOnce(event, 'album', () => getAlbum(deps.db, userId, albumId)),
    signal,
  });
  for await (const album of statuses) {
    yield album;
    if (isAlbumFinal(album.status)) return;
  }
}
