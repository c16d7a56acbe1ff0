import type { Ffmpeg } from '../ffmpeg.ts';
import { countFrames } from './check-clip.ts';
import { type ClipIndex, readClip } from './clip-index.ts';
import { even } from './frame-size.ts';
import { fitRecipe, type Rendition } from './recipes.ts';
import { encodePiece } from './video-piece.ts';

export interface ClipToNormalise {
  readonly ffmpeg: Pick<Ffmpeg, 'path' | 'version'>;
  /** Any video that ffmpeg can decode, of 3 seconds to a minute. */
  readonly input: string;
  /** The clip in house form appears here once it is complete, never before. */
  readonly output: string;
  /** A folder for passing files. */
  readonly workDir: string;
  readonly rendition: Rendition;
  readonly signal: AbortSignal;
}

/**
 * Brings a clip from elsewhere into the house's form (decision 011), once, when it arrives: 25 frames a second, the
 * house's keyframes and stream headers, even sides, BT.709, no sound, no metadata. Every film can then copy from it.
 * Throws FilmError('unusable-clip'), FfmpegError where the clip is not at fault, or the signal's reason.
 */
export async function normaliseClip(options: ClipToNormalise): Promise<ClipIndex> {
  const { input, output, rendition } = options;
  const index = await readClip(input);
  const size = { width: even(index.width), height: even(index.height) };
  const recipe = fitRecipe({ identity: input, index }, size, await countFrames(options, index), rendition);
  return encodePiece(options, recipe, output);
}
