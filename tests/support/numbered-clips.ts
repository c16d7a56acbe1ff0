import { startFfmpeg } from '../../server/engine/ffmpeg/process.ts';
import { encodings } from '../../server/engine/animate/encoders.ts';
import { rawFrameInput, videoEncoding } from '../../server/engine/animate/encoding.ts';
import type { FrameSize } from '../../shared/motion/frame-size.ts';

/** A clip whose every frame tells which clip it is of and which of its frames it is. */
export interface NumberedClip extends FrameSize {
  /** Gives the clip its grey. */
  readonly number: number;
  readonly frames: number;
}

const frameGreyStep = 24;

/**
 * The luma of one frame: the clip's grey, brighter to the right, with a dark bar that moves down by the frame. Frames
 * next to each other differ by 15 dB or less.
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

/** The ways in which Memori encodes a clip of this length. */
export function standardEncoding(
  rendition: keyof typeof encodings,
  frames: number,
  tuning: readonly string[] = [],
): string[] {
  return videoEncoding({ ...encodings[rendition], threads: 1 }, [25, frames - 25], tuning);
}

/** Writes a clip, in the standard format unless told otherwise; `rate` is in frames a second. */
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
