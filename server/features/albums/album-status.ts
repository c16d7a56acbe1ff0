import { z } from 'zod';
import { appLimits } from '#shared/app-limits.ts';
import { type ErrorCode, errorCatalogue, isErrorCode } from '#shared/errors.ts';
import type { MusicTrackId } from '#shared/music.ts';
import { type Rendition, smallOf } from '#shared/renditions.ts';
import { type ListAlbums, type MergeStatus } from '#shared/schemas/album.ts';
import { filmPartSchema } from '#shared/schemas/film.ts';
import type { KeptRecipe, RecipeInput } from '#shared/schemas/merge-request.ts';
import { type AlbumStatus, percentOf } from '#shared/status.ts';
import { Prisma } from '#server/generated/prisma/client.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { entitledRendition } from '../media/entitlement.ts';
import { presentFrameSize, type SizeColumns } from '../media/film-columns.ts';
import { runOf } from '../media/film-keys.ts';
import { albumsOfSession } from '../media/visibility.ts';
import { asMadeOf, lookOf, voicesOf } from './film-look.ts';

type Raw = Pick<Tx, '$queryRaw' | 'purchase' | 'album'>;

interface AlbumRow extends SizeColumns {
  id: string;
  name: string;
  status: AlbumStatus;
  progress: number;
  music_track: MusicTrackId | null;
  audio_id: string | null;
  voices: Prisma.JsonValue;
  look: Prisma.JsonValue;
  timeline: Prisma.JsonValue;
  /** Null in lists, too. */
  as_made: Prisma.JsonValue;
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
 * Each table is read once for the whole page, by index: hence the arrays, of which PostgreSQL knows that they are short. The
 * queue and the latest albums are read only if an album of the page is pending.
 */
async function readAlbums(
  db: Raw,
  condition: Prisma.Sql,
  { limit, recipes }: { limit: number; recipes: boolean },
): Promise<AlbumRow[]> {
  return db.$queryRaw<AlbumRow[]>`
    WITH page AS MATERIALIZED (
      SELECT id, sequence, turn, name, status, progress, music_track, audio_id, voices, look, timeline,
        ${recipes ? Prisma.sql`as_made` : Prisma.sql`NULL AS as_made`}, width, height, error_code, created_at, run_prefix
      FROM album WHERE ${albumsOfSession} AND ${condition}
      ORDER BY sequence DESC LIMIT ${limit}
    ), clip AS (
      SELECT album_id, array_agg(task_id ORDER BY position) AS video_ids
      FROM album_clip WHERE album_id = ANY (ARRAY(SELECT id FROM page)) GROUP BY album_id
    ), file AS (
      SELECT prefix, array_agg(rendition) AS files
      FROM provenance WHERE prefix = ANY (ARRAY(SELECT run_prefix FROM page)) GROUP BY prefix
    ), queue AS (
      SELECT page.id, count(*)::int AS position
      FROM page JOIN album AS earlier
        ON earlier.status = 'pending' AND earlier.sequence <= page.sequence AND earlier.turn <= page.turn
      WHERE page.status = 'pending' GROUP BY page.id
    ), usual AS (
      SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - started_at)::float8)
        AS seconds
      FROM (
        SELECT finished_at, started_at FROM album
        WHERE status = 'completed' AND started_at IS NOT NULL AND EXISTS (SELECT FROM page WHERE status = 'pending')
        ORDER BY sequence DESC LIMIT ${usualOf}
      ) AS latest
    )
    SELECT page.*, coalesce(position, 0) AS queue_position,
      CASE WHEN status = 'pending' THEN usual.seconds END AS usual_seconds,
      coalesce(video_ids, '{}') AS video_ids, coalesce(files, '{}') AS files
    FROM page CROSS JOIN usual
    LEFT JOIN clip ON clip.album_id = page.id
    LEFT JOIN file ON file.prefix = page.run_prefix
    LEFT JOIN queue ON queue.id = page.id
    ORDER BY page.sequence DESC`;
}

/** `rendition`: the one that the user is currently entitled to. */
function present(row: AlbumRow, rendition: Rendition): MergeStatus {
  const code = isErrorCode(row.error_code) ? row.error_code : null;
  const timeline = row.timeline === null ? null : z.array(filmPartSchema).parse(row.timeline);
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
    ...(row.audio_id === null ? {} : { audioId: row.audio_id }),
    ...(row.voices === null ? {} : { voices: voicesOf(row.voices) }),
    videoIds: row.video_ids,
    format: lookOf(row.look).format ?? 'auto',
    createdAt: row.created_at.toISOString(),
    ...(timeline ? { seconds: timeline.at(-1)?.to ?? 0, timeline } : {}),
    ...(row.status === 'completed' ? filmUrls(row.id) : {}),
    ...presentFrameSize(row),
    ...(row.files.includes(smallOf(rendition)) ? { smallUrl: smallUrl(row.id) } : {}),
    ...(code ? { error: errorCatalogue[code].text, code } : {}),
  };
}

/** What makes the same film again; nothing for a film from before that was noted. */
function recipeOf(row: AlbumRow): { recipe?: KeptRecipe } {
  const asMade = row.status === 'completed' ? asMadeOf(row.as_made) : null;
  if (!asMade) return {};
  const recipe = {
    version: 1,
    ...lookOf(row.look),
    videoIds: row.video_ids,
    albumName: asMade.name,
    ...(row.music_track === null ? {} : { musicTrack: row.music_track }),
    ...(row.audio_id === null ? {} : { audioId: row.audio_id }),
    ...(row.voices === null ? {} : { voices: voicesOf(row.voices) }),
    asMade: asMade.videos.map(({ prefix, name, takenOn }) => ({
      run: runOf(prefix),
      ...(name === null ? {} : { name }),
      ...(takenOn === null ? {} : { takenOn }),
    })),
  } satisfies RecipeInput;
  return { recipe };
}

/** The status of one of the user's albums, with its recipe, which lists leave out. Throws AppError `album_not_found`, also for somebody else's. */
export async function getAlbum(db: Raw, userId: string, albumId: string): Promise<MergeStatus> {
  const [row] = await readAlbums(db, Prisma.sql`album.id = ${albumId} AND user_id = ${userId}`, {
    limit: 1,
    recipes: true,
  });
  if (!row) throw new AppError('album_not_found');
  return { ...present(row, await entitledRendition(db, userId)), ...recipeOf(row) };
}

/**
 * The user's albums, newest first, except canceled ones: the newest `limit`, or those after the album named by `cursor`,
 * which may have been deleted meanwhile. A page with fewer is the last one. Throws AppError `invalid_request` for a
 * cursor that is not the user's.
 */
export async function listAlbums(
  db: Raw,
  userId: string,
  { limit = appLimits.gallery.maxPageSize, cursor }: ListAlbums = {},
): Promise<MergeStatus[]> {
  const canceled: ErrorCode = 'album_canceled';
  const own = Prisma.sql`user_id = ${userId} AND error_code IS DISTINCT FROM ${canceled}`;
  const condition = cursor ? Prisma.sql`${own} AND sequence < ${await sequenceOf(db, userId, cursor)}` : own;
  const rows = await readAlbums(db, condition, { limit, recipes: false });
  const rendition = await entitledRendition(db, userId);
  return rows.map((row) => present(row, rendition));
}

async function sequenceOf(db: Raw, userId: string, albumId: string): Promise<bigint> {
  const album = await db.album.findFirst({ where: { id: albumId, userId }, select: { sequence: true } });
  if (!album) throw new AppError('invalid_request');
  return album.sequence;
}

/** The public paths of a finished album, unguessable by its id: the film, its first frame, and the named download. */
export function filmUrls(albumId: string) {
  const path = `/api/public/album/${albumId}`;
  return { outputUrl: path, posterUrl: `${path}/poster.jpg`, downloadUrl: `${path}?download=1` };
}

/** The download of the album's version for messengers. */
export const smallUrl = (albumId: string): string => `/api/public/album/${albumId}?size=small&download=1`;
