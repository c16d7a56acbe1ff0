import { limits } from '../../../shared/limits.ts';
import { FfmpegError } from '../ffmpeg/ffmpeg.ts';
import { type Clip, type ClipIndex, readClip } from './clip.ts';
import { cached, cacheKey, type FilmContext, runFfmpeg } from './context.ts';
import { countFrames, strictInput } from './decode.ts';

const { framesPerSecond } = limits.video;

/** A piece of video to be encoded. Equal ones come out equal. */
export interface Piece {
  /** ffmpeg's inputs in order, each from its keyframe at the frame `from` on. */
  readonly inputs: readonly { readonly clip: Clip; readonly from: number }[];
  /** ffmpeg's filter graph with one output. */
  readonly filter: string;
  /** ffmpeg's output options. */
  readonly encode: readonly string[];
  /** How many frames must come of it. */
  readonly frames: number;
}

/**
 * Encodes a piece as soon as there is a place for it, or takes it from the film's cache; equal ones are encoded once.
 * Throws ClipError if one of the inputs is at fault, FfmpegError, or the signal's reason.
 */
export function encodePiece(context: FilmContext, piece: Piece): Promise<Clip> {
  const { inputs, filter, encode } = piece;
  const ingredients = inputs.map(({ clip, from }) => [clip.identity, from]);
  const identity = cacheKey(context, [ingredients, filter, encode]);
  const encoded = context.pieces.get(identity) ?? start(context, identity, piece);
  context.pieces.set(identity, encoded);
  return encoded;
}

function start(context: FilmContext, identity: string, piece: Piece): Promise<Clip> {
  return context.tasks.run(async () => {
    const index = await cached(
      context,
      identity,
      async (path) => {
        const made = await encode(context, piece, path);
        context.encodedFrames += piece.frames;
        return made;
      },
      (path) => readWhole(path, piece.frames),
    );
    context.progress.done(piece.frames);
    return { identity, index };
  });
}

async function readWhole(path: string, frames: number): Promise<ClipIndex> {
  const index = await readClip(path).catch(() => undefined);
  if (index?.frames === frames) return index;
  throw new FfmpegError('failed', `ffmpeg made ${index?.frames ?? 'no'} frames instead of ${frames}`);
}

async function encode(context: FilmContext, piece: Piece, output: string): Promise<ClipIndex> {
  const graph = ['-filter_complex_threads', '1', '-filter_complex', `${piece.filter}[out]`];
  const mapping = ['-map', '[out]', '-map_metadata', '-1'];
  try {
    await runFfmpeg(context, {
      input: ['-xerror', ...piece.inputs.flatMap(({ clip, from }) => fromKeyframe(clip, from))],
      encode: [...graph, ...mapping, ...piece.encode],
      output,
    });
    return await readWhole(output, piece.frames);
  } catch (error) {
    // A damaged clip may crash the decoder, or just give fewer frames: what to make of it is told by the clips alone.
    context.tasks.signal.throwIfAborted();
    for (const { clip } of piece.inputs) await countFrames(context, clip.index);
    throw error;
  }
}

/** Seconds, less than the frames between two joints and more than any demuxer looks back from where it is sent. */
const seekMargin = 0.5;

/** Decodes from a joint on. The seek goes a little past it, because some ffmpegs look back a little before they seek. */
function fromKeyframe({ index }: Clip, from: number): string[] {
  const seek = ['-noaccurate_seek', '-ss', String(from / framesPerSecond + seekMargin)];
  return [...strictInput, ...(from === 0 ? [] : seek), '-i', `file:${index.path}`];
}
