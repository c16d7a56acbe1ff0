import { type Canvas, type Colour, colours, type Measures, print } from './canvas.ts';
import type { Coverage } from './typeset.ts';

/** One part of a column, and the space above it in pixels. */
export interface Item {
  readonly shape: Coverage;
  readonly colour: Colour;
  readonly gap: number;
}

/** The height of a column's parts and of the gaps between them, in pixels. */
export function heightOf(items: readonly Item[]): number {
  return items.reduce((sum, { shape, gap }, i) => sum + shape.height + (i > 0 ? gap : 0), 0);
}

/** Prints parts below each other, each centred in the frame, from a row on. */
export function printColumn(canvas: Canvas, items: readonly Item[], top: number): void {
  let y = Math.round(top);
  for (const [i, { shape, colour, gap }] of items.entries()) {
    if (i > 0) y += gap;
    print(canvas, shape, (canvas.width - shape.width) >> 1, y, colour);
    y += shape.height;
  }
}

/** A thin rule with a lozenge in its middle, as printers part a title from what follows. */
export function ornamentOf({ unit }: Measures): Item {
  const width = 2 * Math.round(0.09 * unit) + 1;
  const radius = Math.max(3, 0.009 * unit);
  const height = 2 * Math.ceil(radius) + 1;
  const thickness = Math.max(1, unit / 600);
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i++) {
    const across = Math.abs((i % width) - (width - 1) / 2);
    const down = Math.abs(Math.floor(i / width) - (height - 1) / 2);
    const rule = across > 2.2 * radius ? thickness / 2 + 0.5 - down : 0;
    data[i] = Math.round(255 * Math.min(1, Math.max(0, rule, radius + 0.5 - across - down)));
  }
  return { shape: { width, height, data }, colour: colours.accent, gap: Math.round(0.06 * unit) };
}
