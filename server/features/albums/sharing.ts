import type { Sharing, SharingState } from '../../../shared/schemas/share.ts';
import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { columnsOf, presentSharing, sharingColumns } from '../media/sharing.ts';

/** The sharing state of one of the user's albums. Throws AppError `album_not_found`, also for somebody else's. */
export async function getAlbumSharing(db: Db, userId: string, albumId: string): Promise<SharingState> {
  const where = { id: albumId, userId, deletedAt: null };
  const album = await db.album.findUnique({ where, select: sharingColumns });
  if (!album) throw new AppError('album_not_found');
  return presentSharing(album);
}

/** Changes how one of the user's albums is shared, effective immediately. Throws AppError `album_not_found`. */
export async function setAlbumSharing(
  db: Db,
  userId: string,
  albumId: string,
  sharing: Sharing,
): Promise<SharingState> {
  const where = { id: albumId, userId, deletedAt: null };
  const [album] = await db.album.updateManyAndReturn({ where, data: columnsOf(sharing) });
  if (!album) throw new AppError('album_not_found');
  return presentSharing(album);
}
