import type { Sharing, SharingState } from '#shared/schemas/share.ts';
import type { Db } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { columnsOf, presentSharing, sharingColumns } from '../media/film-columns.ts';
import { albumsVisibleTo } from '../media/visibility.ts';

/** The sharing state of one of the user's albums. Throws AppError `album_not_found`, also for somebody else's. */
export async function getAlbumSharing(db: Db, userId: string, albumId: string): Promise<SharingState> {
  const where = { ...albumsVisibleTo('session'), id: albumId, userId };
  const select = { ...sharingColumns, clips: { select: { hiddenAt: true } } };
  const album = await db.album.findUnique({ where, select });
  if (!album) throw new AppError('album_not_found');
  const clip = album.clips.find(({ hiddenAt }) => hiddenAt !== null);
  return presentSharing({ ...album, hiddenAt: album.hiddenAt ?? clip?.hiddenAt ?? null });
}

/** Changes how one of the user's albums is shared, effective immediately. Throws AppError `album_not_found`. */
export async function setAlbumSharing(
  db: Db,
  userId: string,
  albumId: string,
  sharing: Sharing,
): Promise<SharingState> {
  const where = { ...albumsVisibleTo('session'), id: albumId, userId };
  const { count } = await db.album.updateMany({ where, data: columnsOf(sharing) });
  if (count === 0) throw new AppError('album_not_found');
  return getAlbumSharing(db, userId, albumId);
}
