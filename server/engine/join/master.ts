import { rm } from 'node:fs/promises';
import { type FilmContext, runFfmpeg } from './context.ts';
import { measureLoudness, silence } from './loudness.ts';
import { limiter, targetLoudness } from './mastering.ts';

export interface Mastered {
  readonly output: string;
  /** ffmpeg's output options. */
  readonly encoding: readonly string[];
  readonly seconds: number;
}

/** Limiting takes loudness away from sound with high peaks, which more gain gives back in part. */
const tries = 6;
/** In LU. */
const tolerance = 0.3;

/**
 * Brings a mix at 44.1 kHz to -16 LUFS, with peaks below the ceiling, and encodes it to an MP4 of `seconds`. Silence stays
 * silent. Throws FfmpegError, or the signal's reason.
 */
export async function master(
  context: FilmContext,
  mix: string,
  { output, encoding, seconds }: Mastered,
): Promise<void> {
  const { ffmpeg, tasks } = context;
  const measure = (file: string) => measureLoudness(ffmpeg.path, file, tasks.signal);
  const render = (gain: number, encode: readonly string[], to: string) =>
    runFfmpeg(context, {
      input: ['-i', `file:${mix}`],
      encode: [
        '-af',
        [`volume=${gain.toFixed(2)}dB`, ...limiter(44_100), `apad,atrim=end=${seconds}`].join(),
        ...encode,
      ],
      output: to,
    });
  const loudness = await measure(mix);
  let gain = loudness <= silence ? 0 : targetLoudness - loudness;
  const limited = `${mix}.limited.wav`;
  try {
    for (let n = 1; n < tries && loudness > silence; n++) {
      await render(gain, ['-c:a', 'pcm_f32le', '-f', 'wav'], limited);
      const missing = targetLoudness - (await measure(limited));
      if (Math.abs(missing) < tolerance) break;
      gain += missing;
    }
  } finally {
    await rm(limited, { force: true });
  }
  await render(gain, [...encoding, '-f', 'mp4'], output);
}
