import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ffmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { createFilmMaker } from '#server/engine/join/film-maker.ts';
import type { Film, FilmCache, FilmRequest } from '#server/engine/join/types.ts';

/**
 * Makes one film as the server would, starting with an empty cache, of files or of what a film may show. `output` is the
 * MP4's path.
 */
export async function makeFilm(
  ffmpeg: Ffmpeg,
  clips: readonly (string | FilmRequest['clips'][number])[],
  music: FilmRequest['music'],
  output: string,
  mat: NonNullable<FilmRequest['mat']> = 'blur',
): Promise<Film> {
  const folder = await mkdtemp(`${output} `);
  const workDir = join(folder, 'work');
  await mkdir(workDir);
  try {
    return await createFilmMaker({ ffmpeg }).make({
      // The same file given several times counts as different clips.
      clips: clips.map((clip, i) => (typeof clip === 'string' ? { path: clip, identity: `${i}` } : clip)),
      rendition: 'clean',
      mat,
      music,
      note: 'Made by software: a benchmark',
      output,
      poster: `${output}.jpg`,
      workDir,
      cache: folderCache(folder),
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

function folderCache(folder: string): FilmCache {
  const kept = new Set<string>();
  return {
    async fetch(key, filePath) {
      if (kept.has(key)) await copyFile(join(folder, key), filePath);
      return kept.has(key);
    },
    async keep(key, filePath) {
      await copyFile(filePath, join(folder, key));
      kept.add(key);
    },
  };
}
