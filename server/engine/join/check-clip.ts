import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../../shared/limits.ts';
import { FfmpegError } from '../ffmpeg/ffmpeg.ts';
import { startFfmpeg } from '../ffmpeg/process.ts';
import { createId } from '../../platform/ids.ts';
import type { ClipIndex } from './clip-index.ts';
import { type PieceBench, runBounds } from './piece-bench.ts';
import { FilmError } from './types.ts';

const { framesPerSecond } = limits.video;

/** Of a foreign clip, how much must come out: its container may promise a frame or two more than it shows. */
const leastShare = 0.95;

/** ffmpeg's options before an input that must be whole: without them, damage is concealed. */
export const strictInput = ['-err_detect', 'explode', '-threads', '1'];

/**
 * Decodes a whole clip and answers how many frames it has at the house's rate. Throws FilmError('unusable-clip') if
 * it is damaged or ends early, FfmpegError where that says nothing about the clip, or the signal's reason.
 */
export async function countFrames({ ffmpeg, workDir, signal }: PieceBench, clip: ClipIndex): Promise<number> {
  const output = join(workDir, `${createId()}.checksums`);
  try {
    await startFfmpeg({
      path: ffmpeg.path,
      input: ['-xerror', ...strictInput, '-i', `file:${clip.path}`],
      encode: ['-map', '0:v:0', '-vf', `fps=${framesPerSecond},scale=16:16`, '-f', 'framecrc'],
      output,
      ...runBounds,
      signal,
    }).done;
    const frames = (await readFile(output, 'utf8')).match(/^\d/gm)?.length ?? 0;
    const least = clip.house ? clip.frames : Math.floor(leastShare * clip.seconds * framesPerSecond);
    if (frames < least)
      throw new FilmError('unusable-clip', `Only ${frames} of ${least} frames can be decoded`);
    return frames;
  } catch (error) {
    if (!(error instanceof FfmpegError && error.reason === 'failed')) throw error;
    throw new FilmError('unusable-clip', `The clip can not be decoded: ${error.message}`, { cause: error });
  } finally {
    await rm(output, { force: true });
  }
}
