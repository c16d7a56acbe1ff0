import { rename, rm, stat } from 'node:fs/promises';
import { appLimits } from '../../../shared/app-limits.ts';
import { type FfmpegProcess, startFfmpeg } from '../ffmpeg/process.ts';
import { clipEncoding, type EncodingOptions } from './encoding.ts';

/** What the signature and the title add to a clip, at most. */
const signatureBytes = 256_000;
/** Bytes that a clip may have before it is signed, so that messengers take the signed one. */
export const mostClipBytes = appLimits.messengers.maxBytes - signatureBytes;

const coarserBy = 4;
const coarsest = 51;
const bounds = {
  timeLimitSeconds: 120,
  maxOutputBytes: 64 * 1024 * 1024,
  maxAllocationBytes: 64 * 1024 * 1024,
} as const;

interface KeepWithinOptions {
  readonly ffmpegPath: string;
  readonly encoding: EncodingOptions;
  readonly signal: AbortSignal;
  readonly maxBytes?: number;
  /** Told of each ffmpeg that was started. */
  readonly onStart?: (process: FfmpegProcess) => void;
}

/**
 * Encodes a clip anew, as coarsely as it takes, where its file has more than `maxBytes`: frames of nothing but noise do.
 * Any other clip stays as it is, byte by byte. The rate factor alone changes, so that the clip still joins with all
 * others. Throws FfmpegError, or the signal's reason; the file is whole at any time.
 */
export async function keepWithin(
  file: string,
  { ffmpegPath, encoding, signal, maxBytes = mostClipBytes, onStart }: KeepWithinOptions,
): Promise<void> {
  if ((await stat(file)).size <= maxBytes) return;
  const output = `${file}.coarser`;
  for (let quality = encoding.quality + coarserBy; quality <= coarsest; quality += coarserBy) {
    const run = startFfmpeg({
      ...{ path: ffmpegPath, input: ['-i', `file:${file}`], output, signal, ...bounds },
      encode: clipEncoding({ ...encoding, quality }),
    });
    onStart?.(run);
    run.end();
    await run.done;
    if ((await stat(output)).size <= maxBytes) return rename(output, file);
  }
  await rm(output, { force: true });
}
