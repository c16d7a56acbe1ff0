import type { ErrorCode } from '../../../shared/errors.ts';
import type { MusicTrackId } from '../../../shared/music.ts';
import { albumStatusesBefore } from '../../../shared/status.ts';
import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { type EventHub, publish } from '../../platform/events.ts';
import { FilmError, type FilmMaker } from '../../engine/join/types.ts';
import { createId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { clearWorkDirs, freshWorkDir } from '../../platform/work-dir.ts';
import { type Storage, StorageNotFoundError } from '../../providers/storage/types.ts';
import { posterKey, videoKey } from '../media/keys.ts';
import { completeAlbum, failAlbum } from './finish.ts';
import { runPrefix } from './keys.ts';
import { type AlbumToMake, makeRenditions, type RenditionFiles } from './make-renditions.ts';
import { createProgressWriter } from './progress.ts';
import { watchForEnd } from './watch-for-end.ts';

export interface AlbumRunDeps {
  db: Db;
  storage: Storage;
  events: EventHub;
  films: FilmMaker;
  logger: Logger;
  /** Where runs have their work folders. */
  workRoot: string;
}

/**
 * Makes both renditions of one album and ends it: `completed`, or `failed` where another try is of no use. Throws
 * where another try may help (the queue repeats the job) and when `signal` aborts. Stops at once, and well, when the
 * album has ended without it: canceled, or made by another run. May run twice for one album, even side by side: only
 * one run's effect stays. Leaves no file behind but those of an album that won, and pieces in the owner's film cache.
 */
export async function runAlbum(deps: AlbumRunDeps, albumId: string, signal: AbortSignal): Promise<void> {
  const album = await readAlbum(deps.db, albumId);
  try {
    if (!album) return;
    using end = watchForEnd(deps, album);
    if (!(await claim(deps.db, album))) return;
    const workDir = await freshWorkDir(deps.workRoot, workName(albumId));
    const either = AbortSignal.any([signal, end.signal]);
    await makeAndEnd(deps, album, workDir, either).catch((error: unknown) => {
      if (!end.signal.aborted || error !== end.signal.reason) throw error;
    });
  } finally {
    // Also what a run left whose process died before the album was canceled.
    await clearWorkDirs(deps.workRoot, workName(albumId));
  }
}

/** Ends an album whose job has failed for good, and clears up what its runs left on this machine. */
export async function giveUpAlbum(
  { db, workRoot }: Pick<AlbumRunDeps, 'db' | 'workRoot'>,
  albumId: string,
): Promise<void> {
  await failAlbum(db, albumId, 'album_failed');
  await clearWorkDirs(workRoot, workName(albumId));
}

const workName = (albumId: string): string => `album-${albumId}`;

async function readAlbum(db: Db, albumId: string): Promise<AlbumToMake | null> {
  const album = await db.album.findUnique({
    where: { id: albumId },
    include: { clips: { orderBy: { position: 'asc' } } },
  });
  if (!album) return null;
  const { id, userId, name, musicTrack, clips } = album;
  const videoIds = clips.map(({ taskId }) => taskId);
  return { id, userId, name, musicTrack: musicTrack as MusicTrackId | null, videoIds };
}

/** Takes the album up, or up again. False if it has ended. */
async function claim(db: Db, { id, userId }: AlbumToMake): Promise<boolean> {
  const { count } = await db.album.updateMany({
    where: { id, status: { in: albumStatusesBefore('processing') } },
    data: { status: 'processing', startedAt: new Date() },
  });
  if (count > 0) await publish(db, { userId, topic: 'album', id });
  return count > 0;
}

async function makeAndEnd(
  deps: AlbumRunDeps,
  album: AlbumToMake,
  workDir: string,
  signal: AbortSignal,
): Promise<void> {
  const progress = createProgressWriter(deps.db, album, deps.logger);
  try {
    const made = await makeRenditions(deps, album, { workDir, onProgress: progress.write, signal });
    await progress.flush();
    await keep(deps, album.id, made);
  } catch (error) {
    signal.throwIfAborted();
    const code = finalErrorCode(error);
    if (!code) throw error;
    deps.logger.warn({ err: error, albumId: album.id }, 'the album could not be made');
    await failAlbum(deps.db, album.id, code);
  } finally {
    await progress.flush();
  }
}

/** Stores what a run made under a prefix of its own and ends the album; removes it again if another run was first. */
async function keep(deps: AlbumRunDeps, albumId: string, made: readonly RenditionFiles[]): Promise<void> {
  const prefix = runPrefix(albumId, createId());
  let won = false;
  try {
    for (const { rendition, film, poster } of made) {
      await deps.storage.putFile(videoKey(prefix, rendition), film);
      await deps.storage.putFile(posterKey(prefix, rendition), poster);
    }
    won = await completeAlbum(deps.db, albumId, prefix);
  } finally {
    if (!won) await removeUnlessKept(deps, albumId, prefix);
  }
}

/** An error out of `completeAlbum` may hide a commit that went through: only what the album doesn't name is removed. */
async function removeUnlessKept({ db, storage }: AlbumRunDeps, albumId: string, prefix: string) {
  const album = await db.album.findUnique({ where: { id: albumId }, select: { runPrefix: true } });
  if (album?.runPrefix !== prefix) await storage.remove(prefix);
}

/** The code to end with where another try can't help; null where it can. */
function finalErrorCode(error: unknown): ErrorCode | null {
  if (error instanceof AppError) return error.code;
  if (error instanceof StorageNotFoundError) return 'album_video_gone';
  return error instanceof FilmError && error.kind === 'unusable-clip' ? 'album_failed' : null;
}
