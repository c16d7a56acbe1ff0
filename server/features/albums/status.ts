import { errorCatalogue, isErrorCode } from '../../../shared/errors.ts';
import type { MusicTrackId } from '../../../shared/music.ts';
import { type Rendition, smallOf } from '../../../shared/renditions.ts';
import type { MergeStatus } from '../../../shared/schemas/album.ts';
import { type AlbumStatus, percentOf } from '../../../shared/status.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { entitledRendition } from '../media/entitlement.ts';
import { presentFrameSize, type SizeColumns } from '../media/frame-size.ts';
import { albumsOfSession } from '../media/visibility.ts';
import { filmUrls, smallUrl } from './film-urls.ts';

type Raw = Pick<Tx, '$queryRaw' | 'purchase'>;

interface AlbumRow extends SizeColumns {
  id: string;
  name: string;
  status: AlbumStatus;
  progress: number;
  music_track: MusicTrackId | null;
  error_code: string | null;
  created_at: Date;
  queue_position: number;
  /** Null unless the album is pending, and until a first album has been made. */
  usual_seconds: number | null;
  video_ids: string[];
  /** The renditions that were made. */
  files: string[];
}

/** The number of most recent albums from which the usual duration is estimated. */
const usualOf = 20;

/**
 * A single statement, so that status and position are consistent. The position counts the pending albums that were
 * requested earlier and are made earlier, not those that were requested later and overtake it, as users take turns.
 * Sequence numbers are assigned in commit order and no album returns to pending, so a position never increases.
 */
async function readAlbums(db: Raw, condition: Prisma.Sql): Promise<AlbumRow[]> {
  return db.$queryRaw<AlbumRow[]>`
    SELECT album.id, name, status, progress, music_track, width, height, error_code, created_at,
      CASE WHEN status = 'pending' THEN (
        SELECT count(*)::int FROM album AS earlier
        WHERE earlier.status = 'pending' AND earlier.sequence <= album.sequence AND earlier.turn <= album.turn
      ) ELSE 0 END AS queue_position,
      CASE WHEN status = 'pending' THEN (
        SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - started_at)::float8)
        FROM (
          SELECT finished_at, started_at FROM album AS made
          WHERE made.status = 'completed' AND made.started_at IS NOT NULL
          ORDER BY made.sequence DESC LIMIT ${usualOf}
        ) AS latest
      ) END AS usual_seconds,
      ARRAY(SELECT task_id FROM album_clip WHERE album_id = album.id ORDER BY position) AS video_ids,
      ARRAY(SELECT rendition FROM provenance WHERE prefix = run_prefix) AS files
    FROM album WHERE ${albumsOfSession} AND ${condition}
    ORDER BY sequence DESC`;
}

/** `rendition`: the one that the user is currently entitled to. */
function present(row: AlbumRow, rendition: Rendition): MergeStatus {
  const code = isErrorCode(row.error_code) ? row.error_code : null;
  return {
    mergeId: row.id,
    status: row.status,
    albumName: row.name,
    queuePosition: row.queue_position,
    totalVideos: row.video_ids.length,
    progress: percentOf(row.progress),
    ...(row.usual_seconds === null
      ? {}
      : { estimatedSeconds: Math.ceil(row.queue_position * row.usual_seconds) }),
    musicTrack: row.music_track,
    videoIds: row.video_ids,
    createdAt: row.created_at.toISOString(),
    ...(row.status === 'completed' ? filmUrls(row.id) : {}),
    ...presentFrameSize(row),
    ...(row.files.includes(smallOf(rendition)) ? { smallUrl: smallUrl(row.id) } : {}),
    ...(code ? { error: errorCatalogue[code].text, code } : {}),
  };
}

/** The status of one of the user's albums. Throws AppError `album_not_found`, also for somebody else's. */
export async function getAlbum(db: Raw, userId: string, albumId: string): Promise<MergeStatus> {
  const [row] = await readAlbums(db, Prisma.sql`album.id = ${albumId} AND user_id = ${userId}`);
  if (!row) throw new AppError('album_not_found');
  return present(row, await entitledRendition(db, userId));
}

/** The user's albums, newest first, except canceled ones. */
export async function listAlbums(db: Raw, userId: string): Promise<MergeStatus[]> {
  const canceled = 'album_canceled';
  const rows = await readAlbums(
    db,
    Prisma.sql`user_id = ${userId} AND error_code IS DISTINCT FROM ${canceled}`,
  );
  const rendition = await entitledRendition(db, userId);
  return rows.map((row) => present(row, rendition));
}
