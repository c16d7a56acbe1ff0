import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFilmMaker } from '#server/engine/join/film-maker.ts';
import type { Film, FilmCache, FilmRequest } from '#server/engine/join/types.ts';
import type { Ffmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';

/** A cache in a folder, with its contents. */
export interface FolderCache extends FilmCache {
  readonly kept: string[];
}

/** A folder for films and clips of one test file. */
export interface FilmStudio {
  readonly folder: string;
  /** The path of a file in the folder. */
  path(name: string): string;
  /** Creates an empty cache. */
  cache(): Promise<FolderCache>;
  /** Makes a film from clips in the folder, by their names, with a temporary work folder. */
  film(clips: readonly string[], changes?: Partial<FilmRequest> & { ffmpeg?: Ffmpeg }): Promise<MadeFilm>;
  remove(): Promise<void>;
}

export interface MadeFilm extends Film {
  readonly path: string;
  readonly poster: string;
  readonly progress: readonly number[];
}

export async function openStudio(usual: Ffmpeg): Promise<FilmStudio> {
  const folder = await mkdtemp(join(tmpdir(), "memori film's "));
  const path = (name: string): string => join(folder, name);
  let count = 0;
  const cache = async (): Promise<FolderCache> => {
    const place = path(`cache ${count++}`);
    await mkdir(place);
    const kept: string[] = [];
    return {
      kept,
      async fetch(key, filePath) {
        if (kept.includes(key)) await copyFile(join(place, key), filePath);
        return kept.includes(key);
      },
      async keep(key, filePath) {
        await copyFile(filePath, join(place, key));
        kept.push(key);
      },
    };
  };
  return {
    folder,
    path,
    cache,
    remove: () => rm(folder, { recursive: true, force: true }),
    async film(clips, { ffmpeg = usual, ...changes } = {}) {
      const name = `film ${count++}`;
      const workDir = path(`${name} work`);
      await mkdir(workDir);
      const progress: number[] = [];
      const [output, poster] = [path(`${name}.mp4`), path(`${name}.jpg`)];
      try {
        const film = await createFilmMaker({ ffmpeg }).make({
          clips: clips.map((clip) => ({ path: path(clip), identity: clip })),
          rendition: 'clean',
          music: null,
          note: 'Made by software: a test',
          output,
          poster,
          workDir,
          cache: changes.cache ?? (await cache()),
          onProgress: (share) => progress.push(share),
          signal: new AbortController().signal,
          ...changes,
        });
        return { ...film, path: output, poster, progress };
      } finally {
        await rm(workDir, { recursive: true });
      }
    },
  };
}
