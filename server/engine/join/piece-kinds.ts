import { limits } from '#shared/limits.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { Rendition } from '#shared/renditions.ts';
import { encodings } from '../animate/encoding/encoders.ts';
import { type EncodingOptions, narrowSearch, videoEncoding } from '../animate/encoding/encoding.ts';
import type { Clip } from './clip.ts';
import { crossfadeFilter, fitFilter, passFilter } from './filters.ts';
import { crossfadeFrames, minFrames, maxFrames } from './standard-format.ts';
import type { Piece } from './piece.ts';
import { ClipError } from './types.ts';

/** x264's options for whole clips and their bodies: lookahead costs some megabytes of memory per frame. */
const tuning = ['rc-lookahead=8'];

/**
 * x264's options for crossfades. Two superimposed pictures move in two directions, and x264's motion search wastes time
 * on them: compared to the plain preset, these options take 0.4 times the CPU and a tenth fewer bytes, for a loss of
 * 0.3 to 1.8 dB of about 50 (decision 040).
 */
const crossfadeTuning = ['rc-lookahead=5', 'b-adapt=0', ...narrowSearch];

/** Set explicitly, because the stream's headers contain the rate and a filter graph may lose it. */
const rate = ['-r', String(limits.video.framesPerSecond)];

/** One thread per encoder, because pieces are encoded in parallel. */
function options(rendition: Rendition): EncodingOptions {
  return { ...encodings[rendition], threads: 1 };
}

/** The crossfade between two clips in the standard format, at the film's frame size. */
export function crossfadePiece(a: Clip, b: Clip, size: FrameSize, rendition: Rendition): Piece {
  return {
    inputs: [
      { clip: a, from: a.index.frames - crossfadeFrames },
      { clip: b, from: 0 },
    ],
    filter: crossfadeFilter(size),
    encode: [...rate, ...videoEncoding(options(rendition), [], crossfadeTuning)],
    frames: crossfadeFrames,
  };
}

/** The frames of a clip between two joints, re-encoded. */
export function bodyPiece(clip: Clip, from: number, to: number, rendition: Rendition): Piece {
  return {
    inputs: [{ clip, from }],
    filter: passFilter(to - from),
    encode: [...rate, ...videoEncoding(options(rendition), [], tuning)],
    frames: to - from,
  };
}

/**
 * Any clip, converted to the standard format at the given frame size. `frames` is its length at the standard rate.
 * Throws ClipError if it is too short for its two crossfades or longer than a minute.
 */
export function fittedPiece(clip: Clip, size: FrameSize, frames: number, rendition: Rendition): Piece {
  if (frames < minFrames || frames > maxFrames)
    throw new ClipError(`A clip of ${frames} frames is too ${frames < minFrames ? 'short' : 'long'}`);
  const joints = [crossfadeFrames, frames - crossfadeFrames];
  return {
    inputs: [{ clip, from: 0 }],
    filter: fitFilter(clip.index, size),
    encode: [...rate, ...videoEncoding(options(rendition), joints, tuning), '-frames:v', String(frames)],
    frames,
  };
}
