// Makes the videos that pages show, with the regular pipeline: the local animator animates the photos of the prints as
// they would be uploaded, the film maker joins them with music. Then they are scaled to their display size. The results
// are committed.
// Usage: node studio/pictures/videos.ts [NAME ...] (`album` is the album; without names, all of them)
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readEnv } from '#server/config/env.ts';
import { createFilmMaker } from '#server/engine/join/film-maker.ts';
import type { FilmCache } from '#server/engine/join/types.ts';
import { type Ffmpeg, findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { musicFile } from '#server/platform/installation.ts';
import { createRenderPool } from '#server/engine/animate/render-pool.ts';
import { animatePhoto } from '#scripts/animate/animate-photo.ts';
import { shownAlbum, shownAlone, uploadOf, optionsOf } from './shown.ts';

const output = 'client/src/assets/videos';

/** The size of individually shown films: width in pixels. */
const alone = { width: 576, crf: 25 };

/** The album of the demo. */
const album = {
  title: 'Memori',
  music: 'the-way-home',
  sizes: { large: { width: 720, crf: 25 }, small: { width: 480, crf: 27 } },
} as const;

/** No caching, because every piece is made only once. */
const noCache: FilmCache = { fetch: () => Promise.resolve(false), keep: () => Promise.resolve() };
const never = new AbortController().signal;

interface Studio {
  ffmpeg: Ffmpeg;
  /** Folder for intermediate files between masters and results. */
  folder: string;
}

/** Animates one upload at full size; resolves with the clip's path. */
async function animate(name: string, { ffmpeg, folder }: Studio): Promise<string> {
  const video = join(folder, `${name}.mp4`);
  const pool = createRenderPool();
  await animatePhoto({
    photo: uploadOf(name),
    video,
    options: optionsOf(name),
    rendition: 'clean',
    ffmpeg,
    pool,
    signal: never,
    onProgress() {},
  });
  await pool.close();
  return video;
}

/** Joins the album's clips with its music; resolves with the film's path. */
async function joinAlbum(studio: Studio): Promise<string> {
  const { ffmpeg, folder } = studio;
  const clips = [];
  for (const name of shownAlbum) clips.push({ path: await animate(name, studio), identity: name });
  const film = join(folder, 'film.mp4');
  const workDir = join(folder, 'film');
  await mkdir(workDir);
  await createFilmMaker({ ffmpeg }).make({
    clips,
    rendition: 'clean',
    music: musicFile(album.music),
    note: '',
    output: film,
    poster: join(folder, 'film.jpg'),
    workDir,
    cache: noCache,
    onProgress() {},
    signal: never,
  });
  return film;
}

/** Scales a film for a page: smaller, encoded with a slow preset, its index at the front. */
async function scale(film: string, name: string, size: { width: number; crf: number }, { ffmpeg }: Studio) {
  const input = ['-loglevel', 'error', '-y', '-i', film, '-vf', `scale=${size.width}:-2:flags=lanczos`];
  const picture = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', String(size.crf), '-pix_fmt', 'yuv420p'];
  const file = ['-c:a', 'copy', '-movflags', '+faststart', join(output, `${name}.mp4`)];
  await promisify(execFile)(ffmpeg.path, [...input, ...picture, ...file]);
}

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

const folder = await mkdtemp(join(tmpdir(), 'memori-videos-'));
try {
  const studio = { ffmpeg: await findFfmpeg(readEnv(process.env).FFMPEG_PATH), folder };
  await mkdir(output, { recursive: true });
  for (const name of shownAlone.filter(isWanted)) {
    await scale(await animate(name, studio), name, alone, studio);
  }
  if (isWanted('album')) {
    const film = await joinAlbum(studio);
    for (const [size, options] of Object.entries(album.sizes))
      await scale(film, `album-${size}`, options, studio);
  }
} finally {
  await rm(folder, { recursive: true });
}
