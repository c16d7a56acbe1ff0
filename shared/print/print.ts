import type { FrameSize } from '../motion/frame-size.ts';

/** A place in a picture as shares (0 to 1) of its width and height. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Upper left, upper right, lower right, lower left. */
export type Corners = readonly [Place, Place, Place, Place];

/** The picture within a print: what its border, its mat or the page it lies on leaves free. Plain data. */
export interface Print {
  readonly corners: Corners;
  /** Whether it is the oval that touches the four sides; else it is all of the quadrilateral. */
  readonly isOval: boolean;
  /** How plainly it is a print, 0 to 1. */
  readonly confidence: number;
}

/** The part of a picture in which something may move; around it all stands still. */
export type HeldArea = Pick<Print, 'corners' | 'isOval'>;

/** What becomes of a print's border. */
export const borderWishes = ['crop', 'keep'] as const;
export type BorderWish = (typeof borderWishes)[number];

export const wholePicture: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/** What of a print still moves once its border has been kept or cropped; null where that is all of it. */
export function heldArea({ corners, isOval }: Print, border: BorderWish): HeldArea | null {
  if (border === 'keep') return { corners, isOval };
  // No rectangle holds an oval alone: what is left of the mat in the corners stands still.
  return isOval ? { corners: wholePicture, isOval } : null;
}

/** Samples on the shorter side of the picture that a print is looked for in. */
const printSide = 320;

/** The size of the small picture that a print of this size is looked for in. */
export function printSizeFor({ width, height }: FrameSize): FrameSize {
  const scale = printSide / Math.min(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
