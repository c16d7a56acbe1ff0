import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cached, cacheKey, type FilmContext, hashFile, runFfmpeg } from './context.ts';
import { measureLoudness, measureNoise, silence } from './loudness.ts';
import { master } from './master.ts';
import { targetLoudness } from './mastering.ts';
import { checkLength, soundEncoding } from './soundtrack.ts';
import type { PlacedVoice } from './voices.ts';

/** By how many dB the music grows quieter under a voice. */
const duckDepth = 12;
/** Seconds in which it does so before a voice, and comes back after it. */
const duckDown = 0.6;
const duckUp = 1;
/** Between two voices with less than these seconds in between it doesn't come back. */
const shortestReturn = 3;
/** Takes rumble from a voice, and lowers steady noise by 10 dB. What is louder than its pauses, by 3 dB, is no noise. */
const rumble = 'highpass=f=80';
const denoise = (noise: number) => `afftdn=nr=10:nf=${Math.min(-30, Math.max(-80, noise + 3)).toFixed(1)}`;
/** The most that a voice is amplified, in dB: what is quieter still is mostly noise. */
const mostGain = 40;

/**
 * Makes a film's sound of its music, if it has any, and of voices as AAC in an MP4, or takes it from the cache: voices with
 * less noise, at -16 LUFS, over music that is 12 dB quieter meanwhile, the whole at -16 LUFS. Returns the file's path. Throws
 * FfmpegError, or the signal's reason.
 */
export async function makeVoicedSound(
  context: FilmContext,
  music: string | null,
  voices: readonly PlacedVoice[],
  seconds: number,
): Promise<string> {
  const contents = await Promise.all(voices.map(({ path }) => hashFile(path)));
  const times = voices.map(({ from }) => from);
  const duck = duckingOf(voices);
  const recipe = [
    music && (await hashFile(music)),
    contents,
    times,
    duck,
    rumble,
    denoise(0),
    seconds,
    soundEncoding,
  ];
  const key = cacheKey(context, recipe);
  return cached(
    context,
    key,
    async (output) => {
      const file = (name: string) => join(context.request.workDir, `${key}.${name}.wav`);
      const cleaned = voices.map((_, i) => file(String(i)));
      const mix = file('mix');
      try {
        const gains = [];
        for (const [i, { path }] of voices.entries()) gains.push(await clean(context, path, cleaned[i]!));
        const beds = music === null ? [] : [music];
        await runFfmpeg(context, {
          input: [...beds, ...cleaned].flatMap((path) => ['-i', `file:${path}`]),
          encode: [
            ...['-filter_complex', graphOf({ duck: music === null ? null : duck, times, gains })],
            ...['-map', '[mix]', '-c:a', 'pcm_f32le', '-f', 'wav'],
          ],
          output: mix,
        });
        await master(context, mix, { output, encoding: soundEncoding, seconds });
      } finally {
        for (const path of [...cleaned, mix]) await rm(path, { force: true });
      }
      return checkLength(output, seconds);
    },
    (path) => checkLength(path, seconds),
  );
}

/** Writes a voice with less noise, and returns the gain in dB that it needs. */
async function clean(context: FilmContext, voice: string, output: string): Promise<number> {
  const { ffmpeg, tasks } = context;
  const filters = [rumble, denoise(await measureNoise(ffmpeg.path, voice, tasks.signal))].join();
  await runFfmpeg(context, {
    input: ['-i', `file:${voice}`],
    encode: ['-af', filters, '-ac', '2', '-ar', '44100', '-c:a', 'pcm_f32le', '-f', 'wav'],
    output,
  });
  const loudness = await measureLoudness(ffmpeg.path, output, tasks.signal);
  return loudness <= silence ? 0 : Math.min(mostGain, targetLoudness - loudness);
}

interface Mix {
  /** The music's volume as an expression of ffmpeg; null without music. */
  readonly duck: string | null;
  /** When each voice begins, in seconds, and its gain in dB. */
  readonly times: readonly number[];
  readonly gains: readonly number[];
}

/** ffmpeg's filter graph over the music, if any, and the voices. */
function graphOf({ duck, times, gains }: Mix): string {
  const first = duck === null ? 0 : 1;
  // The volume is set anew for each frame: small ones make a ramp without steps.
  const bed = `[0:a]aformat=sample_fmts=fltp,asetnsamples=n=128,volume=volume='${duck}':eval=frame[bed];`;
  const voices = times.map((from, i) => {
    const delay = Math.round(1000 * from);
    return `[${first + i}:a]volume=${gains[i]!.toFixed(2)}dB,adelay=delays=${delay}:all=1[voice${i}];`;
  });
  const all = times.map((_, i) => `[voice${i}]`).join('');
  const mix = `amix=inputs=${first + times.length}:duration=longest:normalize=0[mix]`;
  return `${duck === null ? '' : bed}${voices.join('')}${duck === null ? '' : '[bed]'}${all}${mix}`;
}

/** The volume of the music at each time `t` as an expression of ffmpeg: 1, and 12 dB less under each voice. */
export function duckingOf(voices: readonly Pick<PlacedVoice, 'from' | 'seconds'>[]): string {
  const spoken: { from: number; to: number }[] = [];
  for (const { from, seconds } of voices.toSorted((a, b) => a.from - b.from)) {
    const last = spoken.at(-1);
    const to = from + seconds;
    if (last && from - last.to < shortestReturn) last.to = Math.max(last.to, to);
    else spoken.push({ from, to });
  }
  const depths = spoken.map(({ from, to }) => {
    const [down, up] = [
      `(t-${(from - duckDown).toFixed(3)})/${duckDown}`,
      `(${(to + duckUp).toFixed(3)}-t)/${duckUp}`,
    ];
    return `clip(min(${down},${up}),0,1)`;
  });
  const deepest = depths.reduce((all, depth) => `max(${all},${depth})`);
  return `pow(10,-${duckDepth / 20}*${deepest})`;
}
