import type { FrameSize } from '../motion/frame-size.ts';

/** A position in a picture as shares (0 to 1) of its width and height. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Upper left, upper right, lower right, lower left. */
export type Corners = readonly [Place, Place, Place, Place];

/** The picture within a print, without its border, its mat or the page around it. Plain data. */
export interface Print {
  readonly corners: Corners;
  /** Whether the picture is the inscribed oval; otherwise it is the whole quadrilateral. */
  readonly isOval: boolean;
  /** The confidence that it is a print, 0 to 1. */
  readonly confidence: number;
}

/** The part of a picture in which motion is allowed; everything around it stands still. */
export type HeldArea = Pick<Print, 'corners' | 'isOval'>;

/** The options for a print's border. */
export const borderModes = ['crop', 'keep'] as const;
export type BorderMode = (typeof borderModes)[number];

export const wholePicture: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/** The part of a print that still moves once its border has been kept or cropped; null for all of it. */
export function heldArea({ corners, isOval }: Print, border: BorderMode): HeldArea | null {
  if (border === 'keep') return { corners, isOval };
  // An oval can't be cropped to: the rest of the mat in the corners stands still.
  return isOval ? { corners: wholePicture, isOval } : null;
}

/** Samples on the shorter side of the picture used to detect prints. */
const printSide = 320;

/** The size of the small picture used to detect a print in a picture of this size. */
export function printSizeFor({ width, height }: FrameSize): FrameSize {
  const scale = printSide / Math.min(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
