import type { FrameSize } from '#shared/motion/frame-size.ts';
import { sharp } from '#server/platform/image.ts';
import type { Coverage } from './typeset.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/** The brand's colours on paper, as in client/src/ui/styles/palette.css. */
export const colours = {
  paper: [244, 239, 228],
  ink: [29, 35, 48],
  softInk: [85, 90, 102],
  accent: [181, 52, 28],
} as const satisfies Record<string, Colour>;

/** The margin in which a television may cut text off, as a share of each side. */
const titleSafe = 0.1;

/** Lengths of a frame that all cards are laid out by, in pixels. */
export interface Measures {
  /** The shorter side. */
  readonly unit: number;
  /** The smallest type: still read when the frame is shown 360 pixels wide. */
  readonly leastType: number;
  /** Where text may be. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The measures of a frame. */
export function measuresOf({ width, height }: FrameSize): Measures {
  const unit = Math.min(width, height);
  const [left, top] = [Math.ceil(titleSafe * width), Math.ceil(titleSafe * height)];
  return {
    unit,
    leastType: Math.max(unit / 24, width / 28),
    left,
    top,
    width: width - 2 * left,
    height: height - 2 * top,
  };
}

/** A picture being drawn: three bytes a pixel, row by row. */
export interface Canvas extends FrameSize {
  readonly data: Uint8Array;
}

/** How much darker the paper is in its corners, and how far its grain changes a pixel's level (0 to 255). */
const vignette = 0.045;
const grain = 2.2;

/** A sheet of the brand's paper: a little darker towards its corners, with a fine grain that is the same every time. */
export function drawPaper({ width, height }: FrameSize): Canvas {
  const data = new Uint8Array(3 * width * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const fromMiddle = (((2 * x) / width - 1) ** 2 + ((2 * y) / height - 1) ** 2) / 2;
      const shade = 1 - vignette * fromMiddle ** 2;
      // Fibres are longer than a pixel: half of the grain is shared by blocks.
      const noise = grain * (noiseAt(x, y) + noiseAt(x >> 2, (y >> 1) + 0x8000) - 1);
      for (const [i, level] of colours.paper.entries()) data[at + i] = Math.round(level * shade + noise);
    }
  return { width, height, data };
}

/** A number from 0 to 1 that looks random but depends only on the place. An integer hash (murmur3's finalizer). */
function noiseAt(x: number, y: number): number {
  let hash = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0xffffffff;
}

/** Prints a shape on a canvas in a colour. The shape must lie inside the canvas. */
export function print(canvas: Canvas, shape: Coverage, left: number, top: number, colour: Colour): void {
  for (const [i, covered] of shape.data.entries()) {
    const at = 3 * ((top + Math.floor(i / shape.width)) * canvas.width + left + (i % shape.width));
    for (const [channel, level] of colour.entries()) {
      const before = canvas.data[at + channel]!;
      canvas.data[at + channel] = Math.round(before + ((level - before) * covered) / 255);
    }
  }
}

/** A canvas as PNG. */
export function encodeCanvas({ width, height, data }: Canvas): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
