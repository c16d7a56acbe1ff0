import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '#shared/limits.ts';
import { createdNow } from '../animate/encoding/encoding.ts';
import { type FilmContext, runFfmpeg } from './context.ts';
import { crossfadeFrames } from './standard-format.ts';
import { type Cue, webVtt } from './subtitles.ts';
import type { Film } from './types.ts';

const { framesPerSecond } = limits.video;
/** The largest MP4 that a film may be. */
const maxOutputBytes = 4 * 1024 ** 3;

/** A chapter of a film, in seconds. */
export interface Chapter {
  readonly from: number;
  readonly to: number;
  readonly title: string;
}

/** The chapters of a film: each begins in the middle of the crossfade to what bears its name, the first one at 0. */
export function chaptersOf(
  items: readonly { readonly chapter?: string }[],
  { shots, frames }: Pick<Film, 'shots' | 'frames'>,
): Chapter[] {
  const named = items.flatMap(({ chapter: title }, i) => (title === undefined ? [] : [{ title, i }]));
  const begins = named.map(({ i }, n) => (n === 0 ? 0 : shots[i]!.from + crossfadeFrames / 2));
  return named.map(({ title }, n) => ({
    title,
    from: begins[n]! / framesPerSecond,
    to: (begins[n + 1] ?? frames) / framesPerSecond,
  }));
}

/** A film, and what is to be written into it. */
export interface TextTracks {
  readonly film: string;
  readonly chapters: readonly Chapter[];
  readonly cues: readonly Cue[];
  /** It appears here once it is complete. */
  readonly output: string;
}

/** Writes chapters and a track of subtitles into a copy of a film, whose packets stay. Throws FfmpegError, or the signal's reason. */
export async function addTextTracks(
  context: FilmContext,
  { film, chapters, cues, output }: TextTracks,
): Promise<void> {
  const [metadata, subtitles] = ['chapters.txt', 'subtitles.vtt'].map((name) =>
    join(context.request.workDir, name),
  ) as [string, string];
  const speaks = cues.length > 0;
  await writeFile(metadata, ffmetadata(chapters));
  await writeFile(subtitles, webVtt(cues));
  await runFfmpeg(context, {
    input: [
      ...['-i', `file:${film}`, '-f', 'ffmetadata', '-i', `file:${metadata}`],
      ...(speaks ? ['-f', 'webvtt', '-i', `file:${subtitles}`] : []),
    ],
    encode: [
      ...['-map', '0:v', '-map', '0:a?', ...(speaks ? ['-map', '2:s', '-c:s', 'mov_text'] : [])],
      ...['-c:v', 'copy', '-c:a', 'copy', '-map_metadata', '0', '-map_chapters', '1'],
      // As before, in frames.
      ...['-video_track_timescale', String(framesPerSecond)],
      ...createdNow(),
      ...['-fflags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4'],
    ],
    output,
    maxOutputBytes,
  });
  for (const path of [metadata, subtitles]) await rm(path);
}

/** Chapters in ffmpeg's own format (https://ffmpeg.org/ffmpeg-formats.html#Metadata-2). */
function ffmetadata(chapters: readonly Chapter[]): string {
  const milliseconds = (seconds: number) => Math.round(1000 * seconds);
  const parts = chapters.map(({ from, to, title }) =>
    [
      ...['[CHAPTER]', 'TIMEBASE=1/1000', `START=${milliseconds(from)}`, `END=${milliseconds(to)}`],
      `title=${title.replaceAll(/[=;#\\\n]/g, '\\$&')}`,
    ].join('\n'),
  );
  return [';FFMETADATA1', ...parts, ''].join('\n');
}
