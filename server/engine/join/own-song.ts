import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withAudio } from './clip.ts';
import { cached, cacheKey, type FilmContext, hashFile, runFfmpeg } from './context.ts';
import { master } from './master.ts';
import { checkLength } from './soundtrack.ts';
import type { OwnSong } from './types.ts';

/** Seconds over which a song that ends before the film fades, in case its file was cut. */
const shortFade = 0.3;

/**
 * Makes a film's sound of a song as an MP4, or takes it from the cache: from its beginning, never repeated, faded out with
 * the film or ending before it, at -16 LUFS. Returns the file's path. `encoding` are ffmpeg's output options. Throws
 * FfmpegError, or the signal's reason.
 */
export async function makeOwnSong(
  context: FilmContext,
  { song, fadeSeconds }: OwnSong,
  seconds: number,
  encoding: readonly string[],
): Promise<string> {
  const content = await hashFile(song);
  const length = await withAudio(song, (track) => track.computeDuration());
  const end = Math.min(length, seconds);
  const fade = Math.min(end, length > seconds ? fadeSeconds : shortFade);
  // Half a sine: quick in the middle, so that one hears neither its beginning nor its end.
  const filters = `atrim=end=${end},afade=t=out:st=${end - fade}:d=${fade}:curve=hsin,apad,atrim=end=${seconds}`;
  const key = cacheKey(context, [content, filters, encoding, 'song']);
  return cached(
    context,
    key,
    async (output) => {
      const mix = join(context.request.workDir, `${key}.wav`);
      try {
        const encode = ['-af', filters, '-ac', '2', '-c:a', 'pcm_f32le', '-f', 'wav'];
        await runFfmpeg(context, { input: ['-i', `file:${song}`], encode, output: mix });
        await master(context, mix, { output, encoding, seconds });
      } finally {
        await rm(mix, { force: true });
      }
      return checkLength(output, seconds);
    },
    (path) => checkLength(path, seconds),
  );
}
