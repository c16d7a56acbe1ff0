import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { StoredVideo } from './albums.ts';
import { standardEncoding, writeClip } from './numbered-clips.ts';

/** The frames of each of these videos in a film: four seconds. */
export const clipFrames = 100;

/** Both renditions of a small video in the standard format. Uses `folder` for temporary files. */
export async function drawVideo(folder: string, size: FrameSize): Promise<StoredVideo> {
  const rendition = (name: 'clean' | 'watermarked') =>
    drawClip(folder, size, standardEncoding(name, clipFrames), 25);
  return { clean: await rendition('clean'), watermarked: await rendition('watermarked') };
}

/** The same as made by somebody else's camera: another frame rate, and without the standard keyframes. */
export async function drawForeignVideo(folder: string, size: FrameSize): Promise<StoredVideo> {
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-f', 'mp4'];
  const clip = await drawClip(folder, size, encode, 30);
  return { clean: clip, watermarked: clip };
}

async function drawClip(
  folder: string,
  size: FrameSize,
  encode: readonly string[],
  rate: number,
): Promise<Buffer> {
  const { path: ffmpeg } = await findFfmpeg(process.env['FFMPEG_PATH']);
  const output = path.join(folder, 'drawn.mp4');
  await writeClip(ffmpeg, { number: 1, ...size, frames: (clipFrames * rate) / 25 }, output, encode, rate);
  const bytes = await readFile(output);
  await rm(output);
  return bytes;
}
