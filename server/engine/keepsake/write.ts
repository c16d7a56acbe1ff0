import { bidi, type Direction, directionOf } from '#server/engine/lettering/direction.ts';
import { type Family, fontFiles, graphemesOf, type Lettering } from '#server/engine/lettering/lettering.ts';
import { type Piece, piecesOf } from '#server/engine/lettering/line-breaks.ts';
import type { Box } from './layout.ts';

type Document = PDFKit.PDFDocument;

/** Characters of one font and one direction, as the shaper takes them. */
interface Part {
  family: Family;
  text: string;
}

/** What the shaper draws from right to left by itself, Arabic digits too. */
const shapedFromRight = /[\p{Script=Arabic}\p{Script=Hebrew}\u0660-\u0669]/u;

/** The text that the shaper draws in the direction of its embedding level: odd ones go from right to left. */
function turned(text: string, level: number): string {
  const fromRight = level % 2 === 1;
  if (shapedFromRight.test(text) === fromRight) return text;
  return graphemesOf(text)
    .toReversed()
    .map((grapheme) => (fromRight && bidi.getMirroredCharacter(grapheme)) || grapheme)
    .join('');
}

/** The parts of a line in the order in which they are drawn (Unicode Standard Annex 9). */
function partsOf({ runs }: Lettering, line: string, direction: Direction): Part[] {
  const embedding = bidi.getEmbeddingLevels(line, direction);
  const places = bidi.getReorderedIndices(line, embedding);
  const parts: (Part & { place: number })[] = [];
  let start = 0;
  for (const { family, text } of runs(line)) {
    const runEnd = start + text.length;
    while (start < runEnd) {
      const level = embedding.levels[start] ?? 0;
      let end = start + 1;
      while (end < runEnd && embedding.levels[end] === level) end++;
      parts.push({ family, text: turned(line.slice(start, end), level), place: places.indexOf(start) });
      start = end;
    }
  }
  return parts.sort((a, b) => a.place - b.place);
}

/** Shapes a part as a whole: without features, pdfkit shapes word by word, and orders words from left to right. */
const shaping: PDFKit.Mixins.TextOptions = { lineBreak: false, features: [] };

function widthOf(document: Document, parts: readonly Part[], size: number): number {
  return parts.reduce(
    (width, { family, text }) => width + document.font(family).fontSize(size).widthOfString(text, shaping),
    0,
  );
}

/** The height of a line, in ems: that of the tallest of its fonts. */
function lineHeightOf(document: Document, { runs }: Lettering, text: string): number {
  const heights = runs(text).map(({ family }) => document.font(family).fontSize(1).currentLineHeight());
  return Math.max(minLineHeight, ...heights);
}

/** A line and its width in ems, as the sum of those of its pieces. */
interface Line {
  text: string;
  width: number;
}

/** Puts pieces on lines no wider than `width`, in ems; one that is wider gets its own line. */
function linesOf(pieces: readonly (Piece & Line)[], space: number, width: number): Line[] {
  const lines: Line[] = [];
  for (const { text, spaced, width: own } of pieces) {
    const last = lines.at(-1);
    const added = (spaced ? space : 0) + own;
    if (last && last.width + added <= width) {
      last.text += spaced ? ` ${text}` : text;
      last.width += added;
    } else lines.push({ text, width: own });
  }
  return lines;
}

const minLineHeight = 1.2;
/** Where letters stand in a line's height. */
const baseline = 0.78;
const minFontSize = 5;

/** Registers the fonts with a document, which reads and embeds, in part, those that are used. */
export function registerFonts(document: Document): void {
  for (const [family, file] of fontFiles) document.registerFont(family, file);
}

/** Where a text is written. */
export interface Place {
  box: Box;
  /** `rtl`: the lines end at the right side of the box. */
  align: Direction;
  /** The size of the type in points, unless the text needs a smaller one. */
  size: number;
}

/**
 * Writes a printable text in lines from the top of the box. Returns the height used. Each piece is shaped once, and so are
 * the lines that seem to fit: shaping takes milliseconds, and names may be long.
 */
export function write(document: Document, lettering: Lettering, text: string, place: Place): number {
  const { box, align } = place;
  const direction = directionOf(text);
  const measure = (line: string) => widthOf(document, partsOf(lettering, line, direction), 1);
  const pieces = piecesOf(text).map((piece) => ({ ...piece, width: measure(piece.text) }));
  const space = measure(' ');
  const height = lineHeightOf(document, lettering, text);
  let { size } = place;
  let lines = linesOf(pieces, space, box.width / size);
  const fits = () =>
    lines.length * height * size <= box.height &&
    lines.every(({ width }) => width * size <= box.width) &&
    lines.every((line) => measure(line.text) * size <= box.width);
  while (size > minFontSize && !fits()) {
    size -= 0.5;
    lines = linesOf(pieces, space, box.width / size);
  }
  for (const [index, line] of lines.entries()) {
    const parts = partsOf(lettering, line.text, direction);
    let x = align === 'rtl' ? box.x + box.width - widthOf(document, parts, size) : box.x;
    const y = box.y + (index + baseline) * height * size;
    for (const part of parts) {
      document.font(part.family).fontSize(size);
      document.text(part.text, x, y, { ...shaping, baseline: 'alphabetic' });
      x += widthOf(document, [part], size);
    }
  }
  return lines.length * height * size;
}
