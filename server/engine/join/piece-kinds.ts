import { limits } from '#shared/limits.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { Rendition } from '#shared/renditions.ts';
import { encodings } from '../animate/encoding/encoders.ts';
import { type EncodingOptions, narrowSearch, videoEncoding } from '../animate/encoding/encoding.ts';
import type { Clip } from './clip.ts';
import { captionFilter, cardFilter, crossfadeFilter, fitFilter, takeFilter } from './filters.ts';
import { type Range, type Shown, sourceOf } from './shown.ts';
import { crossfadeFrames, minFrames, maxFrames } from './standard-format.ts';
import type { Piece, PictureInput } from './piece.ts';
import { ClipError, type FilmRequest, type Overlay } from './types.ts';

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

/** The crossfade from one clip to the next, at the film's frame size. */
export function crossfadePiece(a: Shown, b: Shown, size: FrameSize, rendition: Rendition): Piece {
  const from = sourceOf(a, { from: a.frames - crossfadeFrames, to: a.frames });
  const to = sourceOf(b, { from: 0, to: crossfadeFrames }, from.inputs.length);
  return {
    inputs: [...from.inputs, ...to.inputs],
    filter: crossfadeFilter(from.takes, to.takes, size),
    encode: [...rate, ...videoEncoding(options(rendition), [], crossfadeTuning)],
    frames: crossfadeFrames,
  };
}

/** A caption whose picture is on the local disk, and when the clip's shown frames bear it. */
export interface Caption extends Pick<Overlay, 'left' | 'top'> {
  readonly input: PictureInput;
  readonly time: Range;
}

/** Some frames that a film shows of a clip, re-encoded; with a caption that is seen within them, if one is given. */
export function bodyPiece(shown: Shown, range: Range, rendition: Rendition, caption?: Caption): Piece {
  const { inputs, takes } = sourceOf(shown, range);
  const frames = range.to - range.from;
  const time = caption && { from: caption.time.from - range.from, to: caption.time.to - range.from };
  return {
    inputs: caption ? [...inputs, caption.input] : inputs,
    filter:
      caption && time
        ? captionFilter(takeFilter(takes), inputs.length, caption, time, frames)
        : takeFilter(takes),
    encode: [...rate, ...videoEncoding(options(rendition), [], tuning)],
    frames,
  };
}

/** A still picture of the frame's size as a clip in the standard format. */
export function cardPiece(input: PictureInput, frames: number, rendition: Rendition): Piece {
  const joints = [crossfadeFrames, frames - crossfadeFrames];
  return {
    inputs: [input],
    filter: cardFilter(frames),
    encode: [...rate, ...videoEncoding(options(rendition), joints, tuning)],
    frames,
  };
}

/**
 * Any clip, converted to the standard format at the given frame size. `frames` is its length at the standard rate.
 * Throws ClipError if it is too short for its two crossfades or longer than a minute.
 */
export function fittedPiece(
  clip: Clip,
  size: FrameSize,
  frames: number,
  { rendition, mat = 'blur' }: Pick<FilmRequest, 'rendition' | 'mat'>,
): Piece {
  if (frames < minFrames || frames > maxFrames)
    throw new ClipError(`A clip of ${frames} frames is too ${frames < minFrames ? 'short' : 'long'}`);
  const joints = [crossfadeFrames, frames - crossfadeFrames];
  return {
    inputs: [{ clip, from: 0 }],
    filter: fitFilter(clip.index, size, mat),
    encode: [...rate, ...videoEncoding(options(rendition), joints, tuning), '-frames:v', String(frames)],
    frames,
  };
}
