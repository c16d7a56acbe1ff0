import { readFile, rm } from 'node:fs/promises';
import { startFfmpeg } from '../ffmpeg/process.ts';
import { sharp } from '../../platform/image.ts';
import type { ClipIndex } from './clip-index.ts';
import { type PieceBench, runBounds } from './piece-bench.ts';

/** Writes the first frame of a clip as a JPEG. Throws FfmpegError, or the signal's reason. */
export async function writePoster(
  { ffmpeg, signal }: PieceBench,
  { path, width, height }: ClipIndex,
  output: string,
): Promise<void> {
  const raw = `${output}.rgb`;
  try {
    await startFfmpeg({
      path: ffmpeg.path,
      input: ['-threads', '1', '-i', `file:${path}`],
      encode: ['-map', '0:v:0', '-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'rawvideo'],
      output: raw,
      ...runBounds,
      signal,
    }).done;
    const pixels = await readFile(raw);
    await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 88 })
      .toFile(output);
  } finally {
    await rm(raw, { force: true });
  }
}
