import { audioLimits } from '#shared/audio-limits.ts';
import type { MusicTrackId } from '#shared/music.ts';
import { filmLookSchema } from '#shared/schemas/film.ts';
import type { FilmRequest, MergeRequest, Recipe } from '#shared/schemas/merge-request.ts';
import { albumLife } from '#shared/status.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish } from '#server/platform/database/events.ts';
import { createId } from '#server/platform/ids.ts';
import { sharedResources } from '#server/platform/concurrency/shared-resources.ts';
import { enqueueRow } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { isTestUser } from '#server/platform/database/test-users.ts';
import { noteUse } from '../audio/use-audio.ts';
import { runOf } from '../media/film-keys.ts';
import { findVideos, renditionPrefixes, requireFinishedVideos } from '../media/videos.ts';
import { albumsVisibleTo } from '../media/visibility.ts';
import { takeTurn } from '../job-lifecycle/turns.ts';
import { getAlbum } from './album-status.ts';
import { type AsMade, asMadeOf, lookOf, storedLook, voicesOf } from './film-look.ts';

interface RequestDeps {
  db: Db;
  queue: JobQueue;
}

export interface AcceptedAlbum {
  mergeId: string;
  queuePosition: number;
}

/** Records the accepted request in the same transaction. */
type StoreResult = (tx: Tx, accepted: AcceptedAlbum) => Promise<void>;

/** Key of the advisory lock that serializes the assignment of sequence numbers; an arbitrary number. */
const queueLock = 4_201_121;

/** After this time one of five albums is usually finished. */
const retryAfterSeconds = 30;

/**
 * Enqueues an album: inserts its row, its clips and its job in one transaction. Costs no credit. Throws AppError
 * `task_not_found`, `film_hidden` or `video_not_ready` for videos and `audio_not_found` for a recording that can't be used, `voices_too_long`, and `too_many_albums` if the user has reached
 * the limit of unfinished albums, also with concurrent requests.
 */
export async function createAlbum(
  { db, queue }: RequestDeps,
  userId: string,
  request: MergeRequest,
  storeResult?: StoreResult,
): Promise<AcceptedAlbum> {
  const { recipe } = request;
  const asked = recipe ?? request;
  return db.$transaction(async (tx) => {
    await lockVideos(tx, asked.videoIds);
    await requireFinishedVideos(tx, userId, asked.videoIds, 'new-film');
    await noteRecordings(tx, userId, asked);
    const asMade = recipe ? await asMadeBy(tx, recipe) : null;
    const album = await insert(queue, tx, userId, { ...asked, asMade });
    await storeResult?.(tx, album);
    return album;
  });
}

/**
 * Replaces a failed album by a new one with the same name, clips, music and look. Idempotent: a second call returns the same
 * replacement, no longer `isNew`. Throws AppError `album_not_found`, `album_not_finished`, `album_finished` (it succeeded),
 * `album_video_gone`, `audio_not_found`, `film_hidden` or `too_many_albums`.
 */
export async function retryAlbum(
  { db, queue }: RequestDeps,
  userId: string,
  albumId: string,
): Promise<AcceptedAlbum & { isNew: boolean }> {
  return db.$transaction(async (tx) => {
    // A concurrent second call waits here and then finds the row gone.
    await tx.$queryRaw`SELECT 1 FROM album WHERE id = ${albumId} AND user_id = ${userId} FOR UPDATE`;
    const failed = await tx.album.findFirst({
      where: { ...albumsVisibleTo('session'), id: albumId, userId },
      include: { clips: { orderBy: { position: 'asc' } } },
    });
    if (!failed) return { ...(await findReplacement(tx, userId, albumId)), isNew: false };
    if (failed.status === 'completed') throw new AppError('album_finished');
    if (failed.status !== 'failed') throw new AppError('album_not_finished');
    const videoIds = failed.clips.map(({ taskId }) => taskId);
    await lockVideos(tx, videoIds);
    if (!(await findVideos(tx, userId, videoIds))) throw new AppError('album_video_gone');
    const musicTrack = (failed.musicTrack as MusicTrackId | null) ?? undefined;
    const look = lookOf(failed.look);
    const audioId = failed.audioId ?? undefined;
    const voices = voicesOf(failed.voices);
    await noteRecordings(tx, userId, { audioId, voices });
    await tx.album.delete({ where: { id: albumId } });
    await publish(tx, { userId, topic: 'album', id: albumId });
    const again = {
      ...look,
      videoIds,
      albumName: failed.name,
      musicTrack,
      audioId,
      voices,
      asMade: asMadeOf(failed.asMade),
      retryOf: albumId,
    };
    return { ...(await insert(queue, tx, userId, again)), isNew: true };
  });
}

/** Until `tx` commits, none of the videos can be hidden (`setHidden`). */
async function lockVideos(tx: Tx, videoIds: readonly string[]): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM video_task WHERE id = ANY(${videoIds}) ORDER BY id FOR SHARE`;
}

async function noteRecordings(
  tx: Tx,
  userId: string,
  { audioId, voices = [] }: Pick<FilmRequest, 'audioId' | 'voices'>,
): Promise<void> {
  if (audioId !== undefined) await noteUse(tx, userId, audioId, 'music');
  let spoken = 0;
  // In one order everywhere: two requests never wait for each other.
  for (const voice of voices.toSorted((a, b) => (a.audioId < b.audioId ? -1 : 1)))
    spoken += await noteUse(tx, userId, voice.audioId, 'voice');
  if (spoken > audioLimits.maxSpokenSeconds) throw new AppError('voices_too_long');
}

/** What a recipe says of its videos, with the files that it names. Throws AppError `task_not_found` if they are gone. */
async function asMadeBy(tx: Tx, { albumName, videoIds, asMade }: Recipe): Promise<AsMade> {
  const stored = await renditionPrefixes(tx, videoIds);
  const videos = asMade.map(({ run, name = null, takenOn = null }, position) => {
    const file = stored.find(({ taskId, prefix }) => taskId === videoIds[position] && runOf(prefix) === run);
    if (!file) throw new AppError('task_not_found');
    return { prefix: file.prefix, name, takenOn };
  });
  return { name: albumName, videos };
}

async function findReplacement(tx: Tx, userId: string, albumId: string): Promise<AcceptedAlbum> {
  const found = await tx.album.findFirst({
    where: { ...albumsVisibleTo('session'), retryOf: albumId, userId },
    select: { id: true },
  });
  if (!found) throw new AppError('album_not_found');
  return accepted(tx, userId, found.id);
}

interface NewAlbum extends FilmRequest {
  asMade: AsMade | null;
  retryOf?: string;
}

async function insert(
  queue: JobQueue,
  tx: Tx,
  userId: string,
  { videoIds, albumName, musicTrack, audioId, voices, asMade, retryOf, ...rest }: NewAlbum,
): Promise<AcceptedAlbum> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${queueLock})`;
  const waiting = await tx.album.count({ where: { userId, status: { in: albumLife.unfinished } } });
  if (waiting >= sharedResources.albums.perUser) throw new AppError('too_many_albums', { retryAfterSeconds });
  const priority = await takeTurn(tx, userId, {
    isLast: await isTestUser(tx, userId),
    countUnfinished: () => Promise.resolve(waiting + 1),
  });
  const { id } = await tx.album.create({
    data: {
      id: createId(),
      turn: -priority,
      userId,
      name: albumName,
      musicTrack: musicTrack ?? null,
      audioId: audioId ?? null,
      ...(voices?.length ? { voices } : {}),
      look: storedLook(filmLookSchema.parse(rest)),
      ...(asMade ? { asMade } : {}),
      retryOf: retryOf ?? null,
      clips: { create: videoIds.map((taskId, position) => ({ taskId, position })) },
    },
    select: { id: true },
  });
  await enqueueRow(queue, tx, 'merge-album', id, { albumId: id }, { priority });
  await publish(tx, { userId, topic: 'album', id });
  return accepted(tx, userId, id);
}

async function accepted(tx: Tx, userId: string, albumId: string): Promise<AcceptedAlbum> {
  const { mergeId, queuePosition } = await getAlbum(tx, userId, albumId);
  return { mergeId, queuePosition };
}
