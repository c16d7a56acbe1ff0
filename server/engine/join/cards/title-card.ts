import type { FrameSize } from '#shared/motion/frame-size.ts';
import { createLettering } from '#server/engine/lettering/lettering.ts';
import { colours, drawPaper, encodeCanvas, measuresOf } from './canvas.ts';
import { heightOf, type Item, ornamentOf, printColumn } from './column.ts';
import { setText } from './typeset.ts';

/** What a film's title card says: plain text in any language. Empty texts count as none. */
export interface TitleCard {
  /** The film's frame; sides from 240 pixels. */
  readonly size: FrameSize;
  readonly name: string;
  /** For whom it is, or any other line below the name. */
  readonly dedication?: string;
  readonly years?: string;
}

/**
 * Draws the first page of an album as PNG, of exactly the frame's size: the name, large, and below an ornament the
 * dedication and the years, on the brand's paper. All of it lies within the area that every screen shows; of texts that
 * are too long for it the end is cut off by an ellipsis. The same texts give the same bytes.
 */
export async function drawTitleCard({ size, name, dedication = '', years = '' }: TitleCard): Promise<Buffer> {
  const measures = measuresOf(size);
  const { unit, leastType, width, height } = measures;
  const lettering = await createLettering(`${name} ${dedication}`);
  const small = { width, largest: 1.2 * leastType, smallest: leastType };
  const below: Item[] = [];
  const [told, when] = [lettering.printable(dedication), lettering.printable(years)];
  if (told) {
    const shape = await setText(lettering, told, { ...small, height: 0.34 * height, maxLines: 6 });
    below.push({ shape, colour: colours.ink, gap: Math.round(0.06 * unit) });
  }
  if (when) {
    const shape = await setText(lettering, when, {
      ...small,
      largest: leastType,
      height: 0.2 * height,
      maxLines: 2,
    });
    below.push({ shape, colour: colours.softInk, gap: Math.round(0.045 * unit) });
  }
  const ornament = ornamentOf(measures);
  const rest = [ornament, ...below];
  const items = [...rest];
  const title = lettering.printable(name);
  if (title) {
    const room = {
      width,
      height: height - heightOf(rest) - ornament.gap,
      largest: 0.125 * unit,
      smallest: leastType,
    };
    const shape = await setText(lettering, title, { ...room, maxLines: 8 });
    items.unshift({ shape, colour: colours.ink, gap: 0 });
  }
  const canvas = drawPaper(size);
  // A little above the middle, where the eye takes the middle to be.
  const free = height - heightOf(items);
  printColumn(canvas, items, measures.top + 0.46 * free);
  return encodeCanvas(canvas);
}
