import { writeFile } from 'node:fs/promises';
import { startFfmpeg } from '#server/engine/ffmpeg/process.ts';
import { frameCount } from '#server/engine/animate/animation.ts';
import { encodings } from '#server/engine/animate/encoding/encoders.ts';
import { clipEncoding, rawFrameInput } from '#server/engine/animate/encoding/encoding.ts';
import { createFrameRenderer } from '#server/engine/animate/frame-renderer.ts';
import { createKernel } from '#server/engine/animate/kernel.ts';
import { openPhoto } from '#server/engine/animate/open-photo.ts';
import { detectPeople } from '#server/engine/animate/seeing/analysis.ts';
import { limits } from '#shared/limits.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';

const bounds = { timeLimitSeconds: 300, maxOutputBytes: 2 ** 28 };

/** Draws all frames of a photo's animation into one file of raw Y'CbCr, as input for the encoder alone. */
export async function writeRawFrames(photo: string, file: string): Promise<void> {
  const kernel = await createKernel(160);
  const open = await openPhoto({
    photoPath: photo,
    detection: await detectPeople(photo),
    seed: 1,
    options: defaultAnimationOptions,
  });
  const renderer = createFrameRenderer(kernel, open.photo, open.scene, open.plan);
  const target = kernel.allocate(renderer.frameBytes);
  const frames: Buffer[] = [];
  for (let n = 0; n < frameCount; n++) {
    renderer.draw([{ phase: n / frameCount, target }]);
    frames.push(Buffer.from(kernel.bytes(target, renderer.frameBytes)));
  }
  await writeFile(file, frames);
}

/** The lower bound: x264 alone on exactly the same frames, with exactly the same options, read from the page cache. */
export async function encodeRawFrames(
  ffmpegPath: string,
  raw: string,
  size: FrameSize,
  output: string,
): Promise<void> {
  const encode = clipEncoding({ ...encodings.clean, threads: 0 });
  await startFfmpeg({ path: ffmpegPath, input: rawFrameInput(size, raw), encode, output, ...bounds }).done;
}

/** ffmpeg's own pan and zoom over a photo, at about the same pace: a slow zoom in and out with a sideways drift. */
export async function zoompan(
  ffmpegPath: string,
  photo: string,
  size: FrameSize,
  output: string,
): Promise<void> {
  const turn = `2*PI*on/${frameCount}`;
  const filter = [
    `z='1.03+0.03*(1-cos(${turn}))/2'`,
    `x='(iw-iw/zoom)/2*(1+0.6*sin(${turn}))'`,
    `y='(ih-ih/zoom)/2'`,
    `d=${frameCount}:s=${size.width}x${size.height}:fps=${limits.video.framesPerSecond}`,
  ].join(':');
  const encode = ['-vf', `zoompan=${filter}`, ...clipEncoding({ ...encodings.clean, threads: 0 })];
  await startFfmpeg({ path: ffmpegPath, input: ['-i', photo], encode, output, ...bounds }).done;
}
