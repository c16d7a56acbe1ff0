import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cached, cacheKey, type FilmContext, hashFile, runFfmpeg } from './context.ts';
import { measureLoudness } from './loudness.ts';
import { compressor, limiter, targetLoudness } from './mastering.ts';
import { checkLength, soundEncoding } from './soundtrack.ts';
import type { ArrangedMusic } from './types.ts';

/** In Hz, of what Opus decodes to. */
const decodedRate = 48_000;
/** Seconds at the end over which the last of the reverberation fades. */
const fadeOut = 0.3;

/**
 * Makes a film's sound of an arrangement as AAC in an MP4, or takes it from the cache: each section at its time, ringing on
 * over the next one, gently compressed as a whole, at -16 LUFS. Returns the file's path. It is as long as the
 * arrangement. Throws FfmpegError, RangeError if a section isn't recorded, or the signal's reason.
 */
export async function makeArrangedSound(
  context: FilmContext,
  music: ArrangedMusic,
  encoding = soundEncoding,
): Promise<string> {
  const { sections, arrangement } = music;
  const { seconds } = arrangement;
  const content = await hashFile(sections);
  const { inputs, graph } = mixOf(music);
  const recipe = [content, inputs, graph, finish(0, seconds), targetLoudness, encoding];
  const key = cacheKey(context, recipe);
  return cached(
    context,
    key,
    async (output) => {
      const mix = join(context.request.workDir, `${key}.wav`);
      const input = inputs.flatMap(({ offset, length }) => [
        ...['-ss', `${offset}`, '-t', `${length}`, '-i', `file:${sections}`],
      ]);
      try {
        const encode = ['-filter_complex', graph, '-map', '[mix]', '-c:a', 'pcm_f32le', '-f', 'wav'];
        await runFfmpeg(context, { input, encode, output: mix });
        const { ffmpeg, tasks } = context;
        const loudness = await measureLoudness(ffmpeg.path, mix, tasks.signal);
        const filters = finish(targetLoudness - loudness, seconds);
        await runFfmpeg(context, {
          input: ['-i', `file:${mix}`],
          encode: ['-af', filters, ...encoding, '-f', 'mp4'],
          output,
        });
      } finally {
        await rm(mix, { force: true });
      }
      return checkLength(output, seconds);
    },
    (path) => checkLength(path, seconds),
  );
}

/** The piece of the recording that each part needs, and ffmpeg's filter graph that mixes them to `[mix]`. */
function mixOf({ placement, arrangement: { parts } }: ArrangedMusic): {
  inputs: { offset: number; length: number }[];
  graph: string;
} {
  const inputs = parts.map(({ section }) => {
    const place = placement.sections.find(({ name }) => name === section);
    if (!place) throw new RangeError(`There is no recording of section ${section}`);
    return { offset: place.offset, length: place.seconds };
  });
  const delayed = parts.map(({ at }, index) => {
    const milliseconds = Math.round(1000 * (at - placement.lead));
    return `[${index}:a]adelay=delays=${milliseconds}:all=1[part${index}];`;
  });
  const all = parts.map((_, index) => `[part${index}]`).join('');
  const mix = `${all}amix=inputs=${parts.length}:duration=longest:normalize=0,${compressor}[mix]`;
  return { inputs, graph: `${delayed.join('')}${mix}` };
}

/** Filters that bring the whole to its loudness and length. `gain` is in dB. */
function finish(gain: number, seconds: number): string {
  return [
    `volume=${gain.toFixed(2)}dB`,
    ...limiter(decodedRate),
    `apad,atrim=end=${seconds},afade=t=out:st=${seconds - fadeOut}:d=${fadeOut}`,
  ].join(',');
}
