import { join } from 'node:path';
import { encodings } from '#server/engine/animate/encoding/encoders.ts';
import { videoEncoding } from '#server/engine/animate/encoding/encoding.ts';
import type { Ffmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { startFfmpeg } from '#server/engine/ffmpeg/process.ts';
import { limits } from '#shared/limits.ts';

const { framesPerSecond } = limits.video;

/** The samples, encoded so that none of their packets can be copied. */
export function withOtherHeaders(
  folder: string,
  ffmpeg: Ffmpeg,
  samples: readonly string[],
): Promise<string[]> {
  const last = (limits.video.seconds - 1) * framesPerSecond;
  const encode = videoEncoding({ ...encodings.clean, threads: 0 }, [framesPerSecond, last], ['ref=4']);
  return encodeAgain(folder, ffmpeg, samples, 'other', [], encode);
}

/** Encodes each sample again, into a file of this name in the folder. Returns the paths. */
export async function encodeAgain(
  folder: string,
  ffmpeg: Ffmpeg,
  samples: readonly string[],
  name: string,
  input: readonly string[],
  encode: readonly string[],
): Promise<string[]> {
  const outputs = samples.map((_, i) => join(folder, `${name} ${i}.mp4`));
  for (const [i, output] of outputs.entries())
    await startFfmpeg({
      path: ffmpeg.path,
      input: [...input, '-i', samples[i]!],
      encode,
      output,
      timeLimitSeconds: 120,
      maxOutputBytes: 2 ** 28,
    }).done;
  return outputs;
}
