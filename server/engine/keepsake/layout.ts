import type { CardFormat } from '#shared/schemas/keepsake.ts';

/** PDF points (1/72 inch) per millimetre. */
export const mm = 72 / 25.4;

/** A rectangle in points, from the upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The available card sizes in millimetres: width and height. */
export const cardSizes = { a6: [105, 148], a5: [148, 210], postcard: [148, 100] } as const satisfies Record<
  CardFormat,
  readonly [number, number]
>;

const a4 = [210, 297] as const;

/** Positions of the parts of a card, in points. */
export interface CardLayout {
  photo: Box;
  words: Box;
  code: Box;
}

/**
 * The layout of a card within its box: the photo above, words and code below it, or next to it if the card is wider
 * than high. The edges stay empty, as printers require.
 */
export function layOutCard({ x, y, width, height }: Box): CardLayout {
  const margin = 0.067 * Math.min(width, height);
  const code = Math.max(20 * mm, 0.2 * Math.min(width, height));
  const right = x + width - margin;
  const bottom = y + height - margin;
  const codeBox = { x: right - code, y: bottom - code, width: code, height: code };
  if (width > height) {
    const column = 0.34 * width;
    const words = { x: right - column, y: y + margin, width: column, height: height - 3 * margin - code };
    const photo = {
      x: x + margin,
      y: y + margin,
      width: width - 3 * margin - column,
      height: height - 2 * margin,
    };
    return { photo, words, code: codeBox };
  }
  const photo = {
    x: x + margin,
    y: y + margin,
    width: width - 2 * margin,
    height: height - 3 * margin - code,
  };
  const words = { x: x + margin, y: bottom - code, width: width - 3 * margin - code, height: code };
  return { photo, words, code: codeBox };
}

/** A page of paper, in points, and the cards on it, row by row. */
export interface Sheet {
  width: number;
  height: number;
  cards: Box[];
  /** Where to cut, as distances from the left and top. */
  cuts: { x: number[]; y: number[] };
}

/** A page that consists of one card. */
export function cardPage(format: CardFormat): Sheet {
  const [width, height] = cardSizes[format].map((side) => side * mm) as [number, number];
  return { width, height, cards: [{ x: 0, y: 0, width, height }], cuts: { x: [], y: [] } };
}

/** An A4 sheet, portrait or landscape, with as many cards of that format as fit, side by side in its middle. */
export function sheetOfA4(format: CardFormat): Sheet {
  const card = cardSizes[format];
  const [width, height] = [a4, a4.toReversed() as [number, number]]
    .map((paper) => ({ paper, cards: Math.floor(paper[0] / card[0]) * Math.floor(paper[1] / card[1]) }))
    .reduce((best, next) => (next.cards > best.cards ? next : best)).paper;
  const places = (paper: number, side: number) => {
    const count = Math.floor(paper / side);
    const start = (paper - count * side) / 2;
    return Array.from({ length: count + 1 }, (_, index) => (start + index * side) * mm);
  };
  const x = places(width, card[0]);
  const y = places(height, card[1]);
  const size = { width: card[0] * mm, height: card[1] * mm };
  return {
    width: width * mm,
    height: height * mm,
    cuts: { x, y },
    cards: y.slice(0, -1).flatMap((top) => x.slice(0, -1).map((left) => ({ x: left, y: top, ...size }))),
  };
}
