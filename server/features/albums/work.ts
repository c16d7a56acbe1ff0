import type { ErrorCode } from '../../../shared/errors.ts';
import { albumLife } from '../../../shared/status.ts';
import { ClipError } from '../../engine/join/types.ts';
import type { Db } from '../../platform/db.ts';
import { hasLiveJob } from '../../platform/queue.ts';
import { StorageNotFoundError } from '../../providers/storage/types.ts';
import { fail } from '../work/end.ts';
import type { Work } from '../work/work.ts';
import { albumsPrefix, runPrefix } from './keys.ts';

/** Videos on their way to an album. It costs nothing; a canceled one counts as deleted. */
export const albumWork: Work<{ db: Db }, number> = {
  topic: 'album',
  life: albumLife,
  table: (db) => db.album,
  codes: { failed: 'album_failed', notFound: 'album_not_found', notFinished: 'album_not_finished' },
  folder: albumsPrefix,
  runPrefix,
  workName: (albumId) => `album-${albumId}`,
  hasJob: (queue, albumId) => hasLiveJob(queue, ['merge-album', 'merge-album-dead'], { albumId }),
  // GREATEST: a second run starts anew, but what the owner sees never goes backwards.
  saveProgress: (db, albumId, progress) => db.$executeRaw`
    UPDATE album SET progress = GREATEST(progress, ${progress}::float8)
    WHERE id = ${albumId} AND status = 'processing'`,
  finalCode(error) {
    if (error instanceof StorageNotFoundError) return 'album_video_gone';
    return error instanceof ClipError ? 'album_failed' : null;
  },
  discardedCode: 'album_canceled',
};

/** Ends the album badly. False if it had ended already. */
export const failAlbum = (db: Db, albumId: string, errorCode: ErrorCode): Promise<boolean> =>
  fail(albumWork, { db }, albumId, errorCode);
