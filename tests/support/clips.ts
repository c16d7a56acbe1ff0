import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { findFfmpeg } from '../../server/platform/ffmpeg.ts';
import { startFfmpeg } from '../../server/platform/ffmpeg-process.ts';
import { encodings } from '../../server/platform/render/encoders.ts';
import { videoEncoding } from '../../server/platform/render/encoding.ts';
import type { StoredVideo } from './albums.ts';

export const clipFrames = 100;

/** Keyframes where the house's clips have theirs: a second from both ends. */
const joints = [25, clipFrames - 25];

/**
 * Both renditions of a four-second video in the house's form, moving and small, drawn by ffmpeg into `folder` and read
 * into memory. `size` is such as 320x240.
 */
export async function drawVideo(folder: string, size: string): Promise<StoredVideo> {
  const rendition = async (name: 'clean' | 'watermarked') =>
    drawClip(folder, size, videoEncoding({ ...encodings[name], threads: 1 }, joints));
  return { clean: await rendition('clean'), watermarked: await rendition('watermarked') };
}

/** The same picture as somebody else's camera would have it: another frame rate, and none of the house's joints. */
export async function drawForeignVideo(folder: string, size: string): Promise<StoredVideo> {
  const clip = await drawClip(
    folder,
    size,
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-f', 'mp4'],
    30,
  );
  return { clean: clip, watermarked: clip };
}

async function drawClip(folder: string, size: string, encode: readonly string[], rate = 25): Promise<Buffer> {
  const output = path.join(folder, `drawn-${size}.mp4`);
  const picture = `testsrc2=size=${size}:rate=${rate}:duration=${clipFrames / 25}`;
  await startFfmpeg({
    path: (await findFfmpeg(process.env['FFMPEG_PATH'])).path,
    input: ['-f', 'lavfi', '-i', picture],
    encode,
    output,
    timeLimitSeconds: 60,
    maxOutputBytes: 50_000_000,
  }).done;
  const bytes = await readFile(output);
  await rm(output);
  return bytes;
}
