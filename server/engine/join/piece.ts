import { limits } from '#shared/limits.ts';
import { FfmpegError } from '../ffmpeg/ffmpeg.ts';
import { type Clip, type ClipIndex, readClip } from './clip.ts';
import { cached, cacheKey, type FilmContext, runFfmpeg } from './context.ts';
import { countFrames, strictInput } from './decode.ts';

const { framesPerSecond } = limits.video;

/** A clip, starting at its keyframe at frame `from`. */
interface ClipInput {
  readonly clip: Clip;
  readonly from: number;
}

/** A still picture. */
export interface PictureInput {
  /** A PNG. */
  readonly picture: string;
  /** A permanent, unique name of its content. */
  readonly identity: string;
}

export type PieceInput = ClipInput | PictureInput;

/** A piece of video to be encoded. Equal pieces give equal results. */
export interface Piece {
  /** ffmpeg's inputs in order. */
  readonly inputs: readonly PieceInput[];
  /** ffmpeg's filter graph with one output. */
  readonly filter: string;
  /** ffmpeg's output options. */
  readonly encode: readonly string[];
  /** The expected number of frames in the result. */
  readonly frames: number;
}

/**
 * Encodes a piece as soon as a slot is free, or takes it from the film's cache; equal pieces are encoded once. Throws
 * ClipError if an input is at fault, FfmpegError, or the signal's reason.
 */
export function encodePiece(context: FilmContext, piece: Piece): Promise<Clip> {
  const { inputs, filter, encode } = piece;
  const ingredients = inputs.map((input) =>
    'clip' in input ? [input.clip.identity, input.from] : [input.identity],
  );
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
      input: ['-xerror', ...piece.inputs.flatMap(inputOptions)],
      encode: [...graph, ...mapping, ...piece.encode],
      output,
    });
    return await readWhole(output, piece.frames);
  } catch (error) {
    // A damaged clip may crash the decoder or just yield fewer frames: only decoding the clips tells which.
    context.tasks.signal.throwIfAborted();
    for (const input of piece.inputs) if ('clip' in input) await countFrames(context, input.clip.index);
    throw error;
  }
}

/** Seconds; less than the distance between two joints and more than any demuxer backs up from the seek target. */
const seekMargin = 0.5;

/**
 * Input options to decode a clip from a joint on, or to repeat a picture. The seek goes slightly past the joint, as some
 * ffmpegs back up before seeking.
 */
function inputOptions(input: PieceInput): string[] {
  if ('picture' in input)
    return ['-loop', '1', '-framerate', String(framesPerSecond), '-i', `file:${input.picture}`];
  const { clip, from } = input;
  const seek = ['-noaccurate_seek', '-ss', String(from / framesPerSecond + seekMargin)];
  return [...strictInput, ...(from === 0 ? [] : seek), '-i', `file:${clip.index.path}`];
}
