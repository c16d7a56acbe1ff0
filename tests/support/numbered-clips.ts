import { mkdtemp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { startFfmpeg } from '#server/engine/ffmpeg/process.ts';
import { encodings } from '#server/engine/animate/encoding/encoders.ts';
import { rawFrameInput, videoEncoding } from '#server/engine/animate/encoding/encoding.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { StoredVideo } from './albums.ts';

/** A clip in which every frame identifies its clip and its position. */
export interface NumberedClip extends FrameSize {
  /** Determines the clip's grey level. */
  readonly number: number;
  readonly frames: number;
}

const frameGreyStep = 24;

/**
 * The luma of one frame: the clip's grey, brighter to the right, with a dark bar that moves down with each frame.
 * Adjacent frames differ by 15 dB or less.
 */
export function drawLuma({ number, width, height }: NumberedClip, frame: number): Uint8Array {
  const luma = new Uint8Array(width * height);
  const bar = (frame * 6) % (height - 8);
  for (let y = 0; y < height; y++) {
    const dark = y >= bar && y < bar + 8 ? -50 : 0;
    for (let x = 0; x < width; x++)
      luma[y * width + x] = 70 + frameGreyStep * number + (32 * x) / width + dark;
  }
  return luma;
}

/** The options with which Memori encodes a clip of this length. */
export function standardEncoding(
  rendition: keyof typeof encodings,
  frames: number,
  tuning: readonly string[] = [],
): string[] {
  return videoEncoding({ ...encodings[rendition], threads: 1 }, [25, frames - 25], tuning);
}

/** Both renditions of a video as the local animator encodes it. */
export async function numberedVideo(
  ffmpegPath: string,
  clip: NumberedClip,
  folder: string,
): Promise<StoredVideo> {
  const file = path.join(await mkdtemp(path.join(folder, 'clip-')), 'clip.mp4');
  const encoded = async (name: 'clean' | 'watermarked') => {
    await writeClip(ffmpegPath, clip, file, standardEncoding(name, clip.frames));
    return readFile(file);
  };
  return { clean: await encoded('clean'), watermarked: await encoded('watermarked') };
}

/** Writes a clip, in the standard format by default; `rate` is in frames per second. */
export async function writeClip(
  ffmpegPath: string,
  clip: NumberedClip,
  output: string,
  encode: readonly string[] = standardEncoding('clean', clip.frames),
  rate = 25,
): Promise<void> {
  const input = rawFrameInput(clip).map((option, i, all) => (all[i - 1] === '-r' ? String(rate) : option));
  const run = startFfmpeg({
    path: ffmpegPath,
    input,
    encode,
    output,
    timeLimitSeconds: 600,
    maxOutputBytes: 2 ** 26,
  });
  const chroma = new Uint8Array((clip.width * clip.height) / 2).fill(128);
  for (let n = 0; n < clip.frames; n++) {
    await run.write(drawLuma(clip, n));
    await run.write(chroma);
  }
  run.end();
  await run.done;
}
