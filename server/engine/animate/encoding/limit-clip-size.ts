import { rename, rm, stat } from 'node:fs/promises';
import { appLimits } from '#shared/app-limits.ts';
import { startFfmpeg } from '#server/engine/ffmpeg/process.ts';
import { clipBounds, clipEncoding, type EncodingOptions } from './encoding.ts';

/** The most that the signature and the title can add to a clip. */
const signatureBytes = 256_000;
/** The maximum size of an unsigned clip, so that messengers accept the signed one. */
export const maxClipBytes = appLimits.messengers.maxBytes - signatureBytes;

const qualityStep = 4;
const lowestQuality = 51;

interface LimitClipSizeOptions {
  readonly ffmpegPath: string;
  readonly encoding: EncodingOptions;
  readonly signal: AbortSignal;
  readonly maxBytes?: number;
}

/**
 * Re-encodes a clip, at as low a quality as necessary, if its file exceeds `maxBytes`, as frames of pure noise do. Any
 * other clip stays byte-identical. Only the rate factor changes, so the clip still joins with all others. Throws
 * FfmpegError, or the signal's reason; the file is complete at all times.
 */
export async function limitClipSize(
  file: string,
  { ffmpegPath, encoding, signal, maxBytes = maxClipBytes }: LimitClipSizeOptions,
): Promise<void> {
  if ((await stat(file)).size <= maxBytes) return;
  const output = `${file}.coarser`;
  for (let quality = encoding.quality + qualityStep; quality <= lowestQuality; quality += qualityStep) {
    const run = startFfmpeg({
      path: ffmpegPath,
      input: ['-i', `file:${file}`],
      output,
      signal,
      ...clipBounds,
      encode: clipEncoding({ ...encoding, quality }),
    });
    run.end();
    await run.done;
    if ((await stat(output)).size <= maxBytes) return rename(output, file);
  }
  await rm(output, { force: true });
}
