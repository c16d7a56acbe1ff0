import type { MergeStatus } from '#shared/schemas/album.ts';
import type { Db } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish } from '#server/platform/database/events.ts';
import { albumsVisibleTo } from '../media/visibility.ts';
import { moveToTrash, takeFromTrash } from '../job-lifecycle/trash.ts';
import { getAlbum } from './album-status.ts';
import { type AlbumEndDeps, albumJob, failAlbum } from './album-job.ts';

/**
 * Ends an unfinished album with `album_canceled`; its run, if any, is notified and stops. Idempotent. Throws AppError
 * `album_not_found` or `album_finished`.
 */
export async function cancelAlbum(deps: AlbumEndDeps, userId: string, albumId: string): Promise<MergeStatus> {
  const { db } = deps;
  await getAlbum(db, userId, albumId);
  await failAlbum(deps, albumId, 'album_canceled');
  const album = await getAlbum(db, userId, albumId);
  if (album.code !== 'album_canceled') throw new AppError('album_finished');
  return album;
}

/** Renames one of the user's albums. Throws AppError `album_not_found`, also for somebody else's. */
export async function renameAlbum(
  db: Db,
  userId: string,
  { mergeId, name }: { mergeId: string; name: string },
): Promise<MergeStatus> {
  const { count } = await db.album.updateMany({
    where: { ...albumsVisibleTo('session'), id: mergeId, userId },
    data: { name },
  });
  if (count === 0) throw new AppError('album_not_found');
  await publish(db, { userId, topic: 'album', id: mergeId });
  return getAlbum(db, userId, mergeId);
}

/** Deletes an ended album, restorable for a limited time. Throws AppError `album_not_found` or `album_not_finished`. */
export const deleteAlbum = (db: Db, userId: string, albumId: string): Promise<{ restorableUntil: string }> =>
  moveToTrash(albumJob, db, userId, albumId);

/** Restores a deleted album while possible; does nothing if it is not deleted. Throws AppError `album_not_found`. */
export async function restoreAlbum(db: Db, userId: string, albumId: string): Promise<MergeStatus> {
  await takeFromTrash(albumJob, db, userId, albumId);
  return getAlbum(db, userId, albumId);
}
