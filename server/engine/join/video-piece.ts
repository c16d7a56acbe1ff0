import { limits } from '../../../shared/limits.ts';
import { FfmpegError } from '../ffmpeg/ffmpeg.ts';
import { startFfmpeg } from '../ffmpeg/process.ts';
import { countFrames, strictInput } from './check-clip.ts';
import { type ClipIndex, readClip } from './clip-index.ts';
import { cachedPiece, type PieceBench, pieceKey, runBounds } from './piece-bench.ts';

const { framesPerSecond } = limits.video;

/** A video file that frames are taken from. */
export interface FilmSource {
  /** Names its content for good. */
  readonly identity: string;
  readonly index: ClipIndex;
}

/** How to make a new piece of video. Equal recipes make equal pieces. */
export interface Recipe {
  /** ffmpeg's inputs in order, each from its keyframe at the frame `from` on. */
  readonly inputs: readonly { readonly source: FilmSource; readonly from: number }[];
  /** ffmpeg's filter graph with one output. */
  readonly filter: string;
  /** ffmpeg's output options. */
  readonly encode: readonly string[];
  /** How many frames must come of it. */
  readonly frames: number;
}

/** A key for what comes of a recipe in this ffmpeg. */
export function recipeKey(bench: PieceBench, { inputs, filter, encode }: Recipe): string {
  const ingredients = inputs.map(({ source, from }) => [source.identity, from]);
  return pieceKey(bench, [ingredients, filter, encode]);
}

/**
 * Makes a piece, or takes it from the cache, under its `recipeKey`. Throws FilmError('unusable-clip') if one of the
 * inputs is at fault, FfmpegError, or the signal's reason.
 */
export async function makePiece(
  bench: PieceBench,
  key: string,
  recipe: Recipe,
): Promise<{ index: ClipIndex; fromCache: boolean }> {
  const { piece, fromCache } = await cachedPiece(
    bench,
    key,
    (path) => encodePiece(bench, recipe, path),
    (path) => readPiece(path, recipe.frames),
  );
  return { index: piece, fromCache };
}

async function readPiece(path: string, frames: number): Promise<ClipIndex> {
  const index = await readClip(path).catch(() => undefined);
  if (index?.frames === frames) return index;
  throw new FfmpegError('failed', `ffmpeg made ${index?.frames ?? 'no'} frames instead of ${frames}`);
}

async function encodePiece(bench: PieceBench, recipe: Recipe, path: string): Promise<ClipIndex> {
  const { ffmpeg, signal } = bench;
  const graph = ['-filter_complex_threads', '1', '-filter_complex', `${recipe.filter}[out]`];
  const mapping = ['-map', '[out]', '-map_metadata', '-1'];
  try {
    await startFfmpeg({
      path: ffmpeg.path,
      input: ['-xerror', ...recipe.inputs.flatMap(({ source, from }) => fromKeyframe(source, from))],
      encode: [...graph, ...mapping, ...recipe.encode],
      output: path,
      ...runBounds,
      signal,
    }).done;
    return await readPiece(path, recipe.frames);
  } catch (error) {
    // A damaged clip may crash the decoder, or just give fewer frames: what to make of it is told by the clips alone.
    signal.throwIfAborted();
    for (const { source } of recipe.inputs) await countFrames(bench, source.index);
    throw error;
  }
}

/** Seconds, less than the frames between two joints and more than any demuxer looks back from where it is sent. */
const seekMargin = 0.5;

/** Decodes from a joint on. The seek goes a little past it, because some ffmpegs look back a little before they seek. */
function fromKeyframe({ index }: FilmSource, from: number): string[] {
  const seek = ['-noaccurate_seek', '-ss', String(from / framesPerSecond + seekMargin)];
  return [...strictInput, ...(from === 0 ? [] : seek), '-i', `file:${index.path}`];
}
