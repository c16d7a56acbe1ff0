import { frameSizeFor, type FrameSize } from './frame-size.ts';
import type { DepthEstimate } from './depth.ts';
import { type FoundFace, foundFaces, type RestPoint } from './found-faces.ts';
import type { Corners, HeldArea } from '../print/print.ts';
import type { Face } from '../vision/face-mesh.ts';
import type { Pet } from '../vision/find-pets.ts';
import { scaleDetection, type Detection } from '../vision/detect-people.ts';

/** Everything that the motion of a photo depends on, in pixels of the video's frame. */
export interface Scene {
  readonly frame: FrameSize;
  readonly estimate: DepthEstimate;
  readonly faces: readonly Face[];
  readonly pets: readonly Pet[];
  /** All faces that were found: those of `faces` and `pets`, those too small to move, and which of them rest. */
  readonly found: readonly FoundFace[];
  /** Whether the people are a separate layer in front of a filled-in background. */
  readonly isLayered: boolean;
  readonly seed: number;
  /** Nothing moves outside this area; null or omitted if the whole photo may move. */
  readonly held?: HeldArea | null;
}

/** How the picture of a scene lies in its photo, and what may not move. */
export interface PictureOptions {
  /** See `Scene`. */
  readonly held?: HeldArea | null;
  /** The corners of the picture within the upright photo; null or omitted if it is all of it. */
  readonly corners?: Corners | null;
  /** The faces that don't move, see `foundFaces`. */
  readonly rest?: readonly RestPoint[];
}

/** A mask of people is pixel-accurate if a face is wider than this share of the shorter side, as in portraits. */
const portraitShare = 0.17;
/** Smaller faces don't move by themselves: their features would move by less than a pixel. */
const minFaceSize = 16;
const minPetSize = 60;

/** Combines what is known about a photo; `detection` is null if it hasn't been analyzed. */
export function createScene(
  photo: FrameSize,
  estimate: DepthEstimate,
  detection: Detection | null,
  seed: number,
  { held = null, corners = null, rest = [] }: PictureOptions = {},
): Scene {
  const frame = frameSizeFor(photo);
  const unit = Math.min(frame.width, frame.height);
  const seen = detection && scaleDetection(detection, frame.width, frame.height);
  const faces = (seen?.faces ?? []).filter(({ width }) => width > (minFaceSize * unit) / 768);
  const pets = (seen?.pets ?? []).filter(({ left, right }) => right - left > (minPetSize * unit) / 768);
  const found = seen ? foundFaces(seen, corners, rest) : [];
  const isLayered = estimate.people !== null && faces.some(({ width }) => width > portraitShare * unit);
  return { frame, estimate, faces, pets, found, isLayered, seed, held };
}
