import type { InputAudioTrack } from 'mediabunny';
import { withAudio } from './clip.ts';
import { cached, cacheKey, type FilmContext, hashFile, runFfmpeg } from './context.ts';

/** Seconds. */
const fadeIn = 0.5;
const fadeOut = 2.5;
const maxLoopCrossfade = 2;
const tolerance = 0.02;

/**
 * ffmpeg's output options for sound. At this rate the cheaper of the two coders is also the better one
 * (https://ffmpeg.org/ffmpeg-codecs.html#aac), but not every version defaults to it.
 */
export const soundEncoding: readonly string[] = [
  ...['-ac', '2', '-ar', '44100'],
  ...['-c:a', 'aac', '-b:a', '160k', '-aac_coder', 'fast'],
];

/** The same for sound that is processed further: FLAC, which loses nothing. */
export const losslessEncoding: readonly string[] = [
  ...['-ac', '2', '-ar', '44100'],
  // Where ffmpeg still calls FLAC in an MP4 an experiment.
  ...['-c:a', 'flac', '-strict', 'experimental'],
];

/**
 * Makes a film's sound as AAC in an MP4, or takes it from the cache: the music from its beginning, looped with a
 * crossfade if the film is longer, faded in and out. Returns the file's path. The loudness is not changed. Throws
 * FfmpegError, Error if `music` isn't an MP3, or the signal's reason.
 */
export async function makeSoundtrack(
  context: FilmContext,
  music: string,
  seconds: number,
  encoding = soundEncoding,
): Promise<string> {
  const content = await hashFile(music);
  const length = await withAudio(music, lengthOf);
  const filter = soundtrackFilter(length, seconds);
  const inputs = Array.from({ length: playsFor(length, seconds) }, () => ['-i', `file:${music}`]);
  return cached(
    context,
    cacheKey(context, [content, filter, encoding]),
    async (output) => {
      await runFfmpeg(context, {
        input: inputs.flat(),
        encode: ['-filter_complex', `${filter}[out]`, '-map', '[out]', ...encoding, '-f', 'mp4'],
        output,
      });
      return checkLength(output, seconds);
    },
    (path) => checkLength(path, seconds),
  );
}

/** Returns the path of a sound file if it has the expected length. Throws if it doesn't. */
export function checkLength(path: string, seconds: number): Promise<string> {
  return withAudio(path, async (track) => {
    const length = await track.computeDuration();
    if (Math.abs(length - seconds) < tolerance) return path;
    throw new Error(`The sound lasts ${length} s instead of ${seconds} s`);
  });
}

/** Seconds, preferably from the file's metadata, because counting its frames takes half a second and 90 MB. */
async function lengthOf(track: InputAudioTrack): Promise<number> {
  return (await track.getDurationFromMetadata()) ?? track.computeDuration();
}

/** Seconds of overlap between one repetition and the next. */
function loopCrossfade(length: number): number {
  return Math.min(maxLoopCrossfade, length / 4);
}

/** How many times a piece of `length` seconds has to be played for a film of `seconds`. */
function playsFor(length: number, seconds: number): number {
  const overlap = loopCrossfade(length);
  return Math.max(1, Math.ceil((seconds - overlap) / (length - overlap)));
}

/** ffmpeg's filter graph over one input per repetition. Times are in seconds. */
function soundtrackFilter(length: number, seconds: number): string {
  const overlap = loopCrossfade(length);
  const joins = Array.from({ length: playsFor(length, seconds) - 1 }, (_, i) => {
    const before = i === 0 ? '[0:a]' : `[plays${i}]`;
    return `${before}[${i + 1}:a]acrossfade=d=${overlap}:c1=qsin:c2=qsin[plays${i + 1}];`;
  });
  const all = joins.length === 0 ? '[0:a]' : `[plays${joins.length}]`;
  const fades = `afade=t=in:d=${fadeIn},afade=t=out:st=${Math.max(0, seconds - fadeOut)}:d=${fadeOut}`;
  return `${joins.join('')}${all}apad,atrim=end=${seconds},${fades}`;
}
