import { limits } from '../../../shared/limits.ts';
import type { MergeStatus } from '../../../shared/schemas/album.ts';
import { albumStatuses, isAlbumFinal } from '../../../shared/status.ts';
import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { publish } from '../../platform/events.ts';
import type { Storage } from '../../providers/storage/types.ts';
import { albumPrefix } from './keys.ts';
import { getAlbum } from './status.ts';

const restoreMilliseconds = limits.gallery.restoreMinutes * 60_000;

/**
 * Takes an ended album out of everybody's sight; it can be restored until the time that is returned (ISO 8601). Throws
 * AppError `album_not_found`, `album_not_finished`.
 */
export async function deleteAlbum(
  db: Db,
  userId: string,
  albumId: string,
): Promise<{ restorableUntil: string }> {
  const deletedAt = new Date();
  const { count } = await db.album.updateMany({
    where: { id: albumId, userId, deletedAt: null, status: { in: albumStatuses.filter(isAlbumFinal) } },
    data: { deletedAt },
  });
  if (count === 0) {
    await getAlbum(db, userId, albumId);
    throw new AppError('album_not_finished');
  }
  await publish(db, { userId, topic: 'album', id: albumId });
  return { restorableUntil: new Date(deletedAt.getTime() + restoreMilliseconds).toISOString() };
}

/** Brings a deleted album back while that is possible; one that is not deleted stays. Throws AppError `album_not_found`. */
export async function restoreAlbum(db: Db, userId: string, albumId: string): Promise<MergeStatus> {
  const since = new Date(Date.now() - restoreMilliseconds);
  await db.album.updateMany({
    where: { id: albumId, userId, deletedAt: { gte: since } },
    data: { deletedAt: null },
  });
  const album = await getAlbum(db, userId, albumId);
  await publish(db, { userId, topic: 'album', id: albumId });
  return album;
}

/** Removes, for good, the albums that were deleted or canceled longer ago than they can be restored. Returns how many. */
export async function purgeAlbums(
  { db, storage }: { db: Db; storage: Storage },
  now = Date.now(),
): Promise<number> {
  const before = new Date(now - restoreMilliseconds);
  const old = {
    OR: [{ deletedAt: { lt: before } }, { errorCode: 'album_canceled', finishedAt: { lt: before } }],
  };
  const albums = await db.album.findMany({ where: old, select: { id: true } });
  let purged = 0;
  for (const { id } of albums) {
    // The row first: what a crash leaves of the files is then nobody's, and housekeeping removes it.
    const { count } = await db.album.deleteMany({ where: { id, ...old } });
    if (count === 0) continue;
    await storage.remove(albumPrefix(id));
    purged += count;
  }
  return purged;
}
