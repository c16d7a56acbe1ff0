import type { MergeStatus } from '../../../shared/schemas/album.ts';
import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { failAlbum } from './finish.ts';
import { getAlbum } from './status.ts';

/**
 * Ends an unfinished album with `album_canceled`; a run that is at it hears of that and stops. Canceling twice does
 * no harm. Throws AppError `album_not_found`, `album_finished`.
 */
export async function cancelAlbum(db: Db, userId: string, albumId: string): Promise<MergeStatus> {
  await getAlbum(db, userId, albumId);
  await failAlbum(db, albumId, 'album_canceled');
  const album = await getAlbum(db, userId, albumId);
  if (album.code !== 'album_canceled') throw new AppError('album_finished');
  return album;
}
