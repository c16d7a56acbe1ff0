import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { filmItems } from '#server/features/albums/film-items.ts';
import { planAlbum } from '#server/features/albums/film-shots.ts';
import { limits } from '#shared/limits.ts';
import { musicTrackIds } from '#shared/music.ts';
import type { FilmLook } from '#shared/schemas/film.ts';
import { timelineOf } from '#shared/film/timeline.ts';
import { makeFilm } from '../bench/lib/film-run.ts';
import { cutsOf, drawFilmSheet } from './film-sheet.ts';

/**
 * Makes a film of a folder's videos, in the order of their names, with everything that a film can have, and draws a sheet of
 * it: OUT/NAME.mp4 and OUT/NAME.jpg. Prints each cut beside the bar line next to it. Returns the exit status.
 */
export async function sheetOfAlbum(folder: string, out: string, track: string | undefined): Promise<number> {
  const files = (await readdir(folder)).filter((name) => /\.mp4$/i.test(name)).toSorted();
  if (files.length < 2) {
    console.error(`There are fewer than two videos in ${folder}.`);
    return 1;
  }
  const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
  const name = basename(folder);
  const look: FilmLook = { pace: 'natural', titleCard: true, captions: true, closing: 'With love' };
  const making = { makers: [], photos: [], steps: [] };
  const videos = files.map((file) => ({
    prefix: '',
    making,
    name: basename(file, extname(file)),
    takenOn: null,
  }));
  const musicTrack = musicTrackIds.find((id) => id === track) ?? 'just-relax';
  const { shots, music } = await planAlbum(look, { musicTrack, song: null, voices: [] }, videos);
  const clips = files.map((file) => ({ path: join(folder, file), identity: file }));
  await mkdir(out, { recursive: true });
  const film = join(out, `${name}.mp4`);
  const texts = { look, albumName: name, videos, rendition: 'clean' as const };
  const made = await makeFilm(ffmpeg, filmItems(shots, clips, texts), music, film, 'paper');
  await rm(`${film}.jpg`);
  const parts = timelineOf(shots, made.shots, files);
  const seconds = (made.shots.at(-1)?.to ?? 0) / limits.video.framesPerSecond;
  const bars = typeof music === 'object' && music && 'arrangement' in music ? music.arrangement.bars : [];
  await writeFile(
    join(out, `${name}.jpg`),
    await drawFilmSheet({ ffmpegPath: ffmpeg.path, path: film, seconds, parts, bars }),
  );
  console.log(`${name}: ${parts.length} parts, ${seconds.toFixed(2)} s, ${musicTrack}`);
  for (const [i, { at, bar }] of cutsOf(parts, bars).entries()) {
    const beside = bar === null ? '' : `, bar line ${bar.toFixed(3)} s, ${Math.round(1000 * (at - bar))} ms`;
    console.log(`  to ${parts[i + 1]!.videoId ?? parts[i + 1]!.kind}: ${at.toFixed(3)} s${beside}`);
  }
  return 0;
}
