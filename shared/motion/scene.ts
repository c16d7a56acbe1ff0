import { frameSizeFor, type FrameSize } from './frame-size.ts';
import type { DepthEstimate } from './depth.ts';
import type { HeldArea } from '../print/print.ts';
import type { Face } from '../seeing/face-mesh.ts';
import { scaleSight, type Sight } from '../seeing/see.ts';

/** All that the motion of a photo depends on, in pixels of the video's frame. */
export interface Scene {
  readonly frame: FrameSize;
  readonly estimate: DepthEstimate;
  readonly faces: readonly Face[];
  /** Whether the people are a layer of their own before a background that was filled in behind them. */
  readonly isLayered: boolean;
  readonly seed: number;
  /** Outside of it nothing moves; null or left out where all of the photo may. */
  readonly held?: HeldArea | null;
}

/** A mask of people can be trusted to the pixel where a face is wider than this share of the shorter side: in portraits. */
const portraitShare = 0.17;
/** Smaller faces don't move by themselves: what their features would move is less than a pixel. */
const smallestFace = 26;

/** Puts together what is known about a photo; `sight` is null where nobody has looked. */
export function createScene(
  photo: FrameSize,
  estimate: DepthEstimate,
  sight: Sight | null,
  seed: number,
  held: HeldArea | null = null,
): Scene {
  const frame = frameSizeFor(photo);
  const unit = Math.min(frame.width, frame.height);
  const seen = sight ? scaleSight(sight, frame.width, frame.height).faces : [];
  const faces = seen.filter(({ width }) => width > (smallestFace * unit) / 768);
  const isLayered = estimate.people !== null && faces.some(({ width }) => width > portraitShare * unit);
  return { frame, estimate, faces, isLayered, seed, held };
}
