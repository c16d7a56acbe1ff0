import { type ErrorCode, errorCatalogue, isErrorCode } from '#shared/errors.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { FilmPart } from '#shared/schemas/film.ts';
import { albumLife } from '#shared/status.ts';
import { ClipError } from '#server/engine/join/types.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { StorageNotFoundError } from '#server/providers/storage/types.ts';
import { enqueueWebhookEvent } from '../webhooks/enqueue-event.ts';
import { fail } from '../job-lifecycle/end-job.ts';
import type { AsMade } from './film-look.ts';
import type { RowJob, JobRow } from '../job-lifecycle/row-job.ts';
import { filmUrls } from './album-status.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';

/** The folder of all albums in the storage. */
export const albumsPrefix = 'albums';

/** The output of one run; an album that is made twice has two such prefixes until one run wins. */
export const runPrefix = (albumId: string, runId: string): string => `${albumsPrefix}/${albumId}/${runId}`;

export interface AlbumEndDeps {
  db: Db;
  queue: JobQueue;
}

/** What is noted about a finished film. */
export interface FilmFacts extends FrameSize {
  timeline: FilmPart[];
  asMade: AsMade;
}

/** The work of joining videos into an album. Costs no credit; a canceled album counts as deleted. */
export const albumJob: RowJob<AlbumEndDeps, number, FilmFacts> = {
  topic: 'album',
  life: albumLife,
  table: (db) => db.album,
  codes: { failed: 'album_failed', notFound: 'album_not_found', notFinished: 'album_not_finished' },
  folder: albumsPrefix,
  runPrefix,
  workName: (albumId) => `album-${albumId}`,
  queue: 'merge-album',
  // GREATEST: a second run starts over, but the progress shown to the owner never goes backwards.
  saveProgress: (db, albumId, progress) => db.$executeRaw`
    UPDATE album SET progress = GREATEST(progress, ${progress}::float8)
    WHERE id = ${albumId} AND status = 'processing'`,
  finalCode(error) {
    if (error instanceof StorageNotFoundError) return 'album_video_gone';
    return error instanceof ClipError ? 'album_failed' : null;
  },
  onEnd: tell,
  discardedCode: 'album_canceled',
};

/** Notifies the user's webhooks, except about canceled albums. */
async function tell(
  { queue }: AlbumEndDeps,
  tx: Tx,
  { id: mergeId, userId, errorCode }: JobRow,
): Promise<void> {
  if (errorCode === albumJob.discardedCode) return;
  if (errorCode === null) {
    const data = { mergeId, status: 'completed', ...filmUrls(mergeId) };
    await enqueueWebhookEvent(queue, tx, { userId, event: 'album.completed', data });
    return;
  }
  const error = isErrorCode(errorCode) ? { error: errorCatalogue[errorCode].text } : {};
  const data = { mergeId, status: 'failed', code: errorCode, ...error };
  await enqueueWebhookEvent(queue, tx, { userId, event: 'album.failed', data });
}

/** Ends the album as failed. Returns false if it had already ended. */
export const failAlbum = (deps: AlbumEndDeps, albumId: string, errorCode: ErrorCode): Promise<boolean> =>
  fail(albumJob, deps, albumId, errorCode);
