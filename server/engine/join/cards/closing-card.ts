import type { FrameSize } from '#shared/motion/frame-size.ts';
import { createLettering } from '#server/engine/lettering/lettering.ts';
import { colours, drawPaper, encodeCanvas, measuresOf } from './canvas.ts';
import { heightOf, type Item, ornamentOf, printColumn } from './column.ts';
import { setText } from './typeset.ts';

/** What a film's closing card says: plain text in any language. Empty texts count as none. */
export interface ClosingCard {
  /** The film's frame; sides from 240 pixels. */
  readonly size: FrameSize;
  /** From whom the film is. */
  readonly closing?: string;
  /** A line at the foot of the page, as a printer's name; null for none. */
  readonly madeWith: string | null;
}

/**
 * Draws the last page of an album as PNG, of exactly the frame's size: from whom it is, above an ornament, and at the
 * foot what it was made with. Promises the same as `drawTitleCard`.
 */
export async function drawClosingCard({ size, closing = '', madeWith }: ClosingCard): Promise<Buffer> {
  const measures = measuresOf(size);
  const { unit, leastType, width, height } = measures;
  const lettering = await createLettering(closing);
  const room = { width, smallest: leastType };
  const foot: Item[] = [];
  const maker = lettering.printable(madeWith ?? '');
  if (maker) {
    const shape = await setText(lettering, maker, {
      ...room,
      largest: leastType,
      height: 0.15 * height,
      maxLines: 2,
    });
    foot.push({ shape, colour: colours.softInk, gap: 0 });
  }
  const ornament = ornamentOf(measures);
  const items = [ornament];
  const middle = height - heightOf(foot) - (maker ? ornament.gap : 0);
  const words = lettering.printable(closing);
  if (words) {
    const shape = await setText(lettering, words, {
      ...room,
      largest: Math.max(0.075 * unit, 1.2 * leastType),
      height: middle - heightOf(items) - ornament.gap,
      maxLines: 10,
    });
    items.unshift({ shape, colour: colours.ink, gap: 0 });
  }
  const canvas = drawPaper(size);
  const wanted = 0.46 * (height - heightOf(items));
  printColumn(canvas, items, measures.top + Math.min(wanted, middle - heightOf(items)));
  printColumn(canvas, foot, measures.top + height - heightOf(foot));
  return encodeCanvas(canvas);
}
