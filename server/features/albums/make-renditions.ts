import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { MusicTrackId } from '../../../shared/music.ts';
import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { FilmClip, FilmMaker } from '../../engine/join/types.ts';
import { musicFile } from '../../platform/music.ts';
import type { Storage } from '../../providers/storage/types.ts';
import type { Rendition } from '../media/entitlement.ts';
import { createFilmCache } from '../media/film-cache.ts';
import { videoKey } from '../media/keys.ts';
import { findRenditionPrefixes } from '../media/videos.ts';

interface MakeDeps {
  db: Db;
  storage: Storage;
  films: FilmMaker;
}

/** An album as its run needs it. */
export interface AlbumToMake {
  id: string;
  userId: string;
  name: string;
  musicTrack: MusicTrackId | null;
  /** Task ids in the order of the film. */
  videoIds: string[];
}

export interface MakeOptions {
  /** An empty folder. */
  workDir: string;
  /** 0 to 1, over all renditions. */
  onProgress: (progress: number) => void;
  signal: AbortSignal;
}

/** One finished rendition on this machine's disk. */
export interface RenditionFiles {
  rendition: Rendition;
  film: string;
  poster: string;
}

/** Both are made, whoever asks: so whoever buys later has the clean album at the next request. */
const renditions: readonly Rendition[] = ['watermarked', 'clean'];

/**
 * Makes the album's film and poster in every rendition. Throws AppError `album_video_gone` if a video has been deleted,
 * StorageNotFoundError if its file has gone meanwhile, and what the film maker throws.
 */
export async function makeRenditions(
  deps: MakeDeps,
  album: AlbumToMake,
  { workDir, onProgress, signal }: MakeOptions,
): Promise<RenditionFiles[]> {
  const made: RenditionFiles[] = [];
  for (const [index, rendition] of renditions.entries()) {
    const folder = path.join(workDir, rendition);
    await mkdir(folder);
    const files = { rendition, film: `${folder}.mp4`, poster: `${folder}.jpg` };
    await makeFilm(deps, album, files, {
      workDir: folder,
      onProgress: (done) => onProgress((index + done) / renditions.length),
      signal,
    });
    // An album of 50 clips needs its space once, not twice.
    await rm(folder, { recursive: true });
    made.push(files);
  }
  return made;
}

async function makeFilm(
  deps: MakeDeps,
  album: AlbumToMake,
  { rendition, film, poster }: RenditionFiles,
  { workDir, onProgress, signal }: MakeOptions,
): Promise<void> {
  const clipDir = path.join(workDir, 'clips');
  const filmDir = path.join(workDir, 'film');
  for (const folder of [clipDir, filmDir]) await mkdir(folder);
  await deps.films.make({
    clips: await fetchClips(deps, album, rendition, clipDir),
    rendition,
    music: album.musicTrack && musicFile(album.musicTrack),
    title: album.name,
    output: film,
    poster,
    workDir: filmDir,
    cache: createFilmCache(deps.storage, album.userId),
    onProgress,
    signal,
  });
}

async function fetchClips(
  { db, storage }: MakeDeps,
  { userId, videoIds }: AlbumToMake,
  rendition: Rendition,
  folder: string,
): Promise<FilmClip[]> {
  const prefixes = await findRenditionPrefixes(db, userId, videoIds);
  if (!prefixes) throw new AppError('album_video_gone');
  const clips: FilmClip[] = [];
  for (const [index, prefix] of prefixes.entries()) {
    const clip = { identity: videoKey(prefix, rendition), path: path.join(folder, `${index}.mp4`) };
    await storage.fetchToFile(clip.identity, clip.path);
    clips.push(clip);
  }
  return clips;
}
