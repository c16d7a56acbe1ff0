import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '#shared/limits.ts';
import { createId } from '#server/platform/ids.ts';
import { sharp } from '#server/platform/image.ts';
import { FfmpegError } from '../ffmpeg/ffmpeg.ts';
import type { ClipIndex } from './clip.ts';
import { type FilmContext, runFfmpeg } from './context.ts';
import { ClipError } from './types.ts';

const { framesPerSecond } = limits.video;

/** The share of a foreign clip's frames that must be decodable: its container may declare a frame or two too many. */
const minShare = 0.95;

/** ffmpeg's options before an input that must be intact: by default, ffmpeg conceals damage. */
export const strictInput = ['-err_detect', 'explode', '-threads', '1'];

/**
 * Decodes a whole clip and returns its number of frames at the standard rate. Throws ClipError if it is damaged or
 * truncated, FfmpegError for failures unrelated to the clip, or the signal's reason.
 */
export async function countFrames(context: FilmContext, clip: ClipIndex): Promise<number> {
  const output = join(context.request.workDir, `${createId()}.checksums`);
  try {
    await runFfmpeg(context, {
      input: ['-xerror', ...strictInput, '-i', `file:${clip.path}`],
      encode: ['-map', '0:v:0', '-vf', `fps=${framesPerSecond},scale=16:16`, '-f', 'framecrc'],
      output,
    });
    const frames = (await readFile(output, 'utf8')).match(/^\d/gm)?.length ?? 0;
    const least = clip.isStandard ? clip.frames : Math.floor(minShare * clip.seconds * framesPerSecond);
    if (frames < least) throw new ClipError(`Only ${frames} of ${least} frames can be decoded`);
    return frames;
  } catch (error) {
    if (!(error instanceof FfmpegError && error.reason === 'failed')) throw error;
    throw new ClipError(`The clip can not be decoded: ${error.message}`, { cause: error });
  } finally {
    await rm(output, { force: true });
  }
}

/** Writes the first frame of a clip as the film's poster, a JPEG. Throws FfmpegError, or the signal's reason. */
export async function writePoster(context: FilmContext, { path, width, height }: ClipIndex): Promise<void> {
  const { poster } = context.request;
  const raw = `${poster}.rgb`;
  try {
    await runFfmpeg(context, {
      input: ['-threads', '1', '-i', `file:${path}`],
      encode: ['-map', '0:v:0', '-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'rawvideo'],
      output: raw,
    });
    await sharp(await readFile(raw), { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 88 })
      .toFile(poster);
  } finally {
    await rm(raw, { force: true });
  }
}
