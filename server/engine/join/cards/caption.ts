import type { FrameSize } from '#shared/motion/frame-size.ts';
import { createLettering } from '#server/engine/lettering/lettering.ts';
import { sharp } from '#server/platform/image.ts';
import { type Colour, colours, measuresOf } from './canvas.ts';
import { setText } from './typeset.ts';

export interface CaptionRequest {
  /** The film's frame; sides from 240 pixels. */
  readonly size: FrameSize;
  /** Plain text in any language. */
  readonly text: string;
}

/** A PNG with transparency, and where it lies in the frame, in pixels: all four are even. */
export interface Caption {
  readonly png: Buffer;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A slip of paper, lighter than that on which prints are mounted, so that it is seen there too. */
const paper: Colour = [253, 250, 243];
/** The slip hides this much of the picture: on black, the text then has a contrast of 12 : 1. */
const opacity = 0.92;

/**
 * Draws a caption as in a printed album: ink on a slip of paper at the foot of the frame, with a contrast of at least
 * 4.5 : 1 (WCAG 2.2) on any picture. At most two lines, smaller if the text is long, cut off by an ellipsis if it is
 * longer still; the text is within the area that every screen shows. Null if no character of the text can be drawn.
 */
export async function drawCaption({ size, text }: CaptionRequest): Promise<Caption | null> {
  const { unit, leastType, ...safe } = measuresOf(size);
  const lettering = await createLettering(text);
  const words = lettering.printable(text);
  if (!words) return null;
  const largest = Math.max(unit / 17, 1.15 * leastType);
  // The slip lies at even pixels: its text may be off the middle by one.
  const room = {
    width: safe.width - 2,
    height: 0.4 * safe.height,
    largest,
    smallest: leastType,
    maxLines: 2,
  };
  const lines = await setText(lettering, words, room);
  const [beside, above] = [0.6 * leastType, 0.35 * leastType].map(Math.round) as [number, number];
  const width = evenUp(lines.width + 2 * beside);
  const height = evenUp(lines.height + 2 * above);
  const data = new Uint8Array(4 * width * height);
  for (let at = 0; at < data.length; at += 4) data.set([...paper, Math.round(255 * opacity)], at);
  for (const [i, covered] of lines.data.entries()) {
    const at = 4 * ((above + Math.floor(i / lines.width)) * width + beside + (i % lines.width));
    // Ink over the slip, neither premultiplied (Porter and Duff's `over`).
    const over = covered / 255;
    const under = (data[at + 3]! / 255) * (1 - over);
    for (const [channel, level] of colours.ink.entries())
      data[at + channel] = Math.round((level * over + paper[channel]! * under) / (over + under));
    data[at + 3] = Math.round(255 * (over + under));
  }
  const png = await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  const bottom = safe.top + safe.height + above;
  return { png, left: 2 * ((size.width - width) >> 2), top: 2 * ((bottom - height) >> 1), width, height };
}

const evenUp = (value: number): number => 2 * Math.ceil(value / 2);
