import path from 'node:path';
import { normalized } from '#shared/plain-text.ts';
import type { Box } from './layout.ts';

type Document = PDFKit.PDFDocument;

const folder = path.join(import.meta.dirname, 'fonts');

/** The characters in each of the fonts that studio/pictures/fonts.ts subsets. */
const fonts = [
  { name: 'fraunces', characters: /^[\u0020-\u007e\u00a0-\u00ff–—‘’“”…€]$/u },
  { name: 'fraunces-central', characters: /^[\u0100-\u017f]$/u },
] as const;
type FontName = (typeof fonts)[number]['name'];

/** Consecutive characters in one font. */
interface Run {
  font: FontName;
  text: string;
}

const fontOf = (character: string): FontName | undefined =>
  fonts.find(({ characters }) => characters.test(character))?.name;

/**
 * The printable part of a text: a letter whose diacritic no font has loses the diacritic, other unavailable characters
 * are dropped. Empty if nothing is left.
 */
export function printable(text: string): string {
  const letters = Array.from(normalized(text), (character) => {
    if (fontOf(character)) return character;
    const bare = character.normalize('NFD').charAt(0);
    return fontOf(bare) ? bare : '';
  });
  return letters.join('').replaceAll(/\s+/g, ' ').trim();
}

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const font = fontOf(character) ?? 'fraunces';
    const last = runs.at(-1);
    if (last?.font === font) last.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
}

function widthOf(document: Document, text: string, size: number): number {
  return runsOf(text).reduce(
    (width, run) => width + document.font(run.font).fontSize(size).widthOfString(run.text),
    0,
  );
}

/** Breaks text into lines no wider than `width`; a word that is wider gets its own line. */
function linesOf(document: Document, text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(document, line, size) <= width) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}

const lineHeight = 1.2;
const minFontSize = 5;

/** Registers the fonts with a document. */
export function registerFonts(document: Document): void {
  for (const { name } of fonts) document.registerFont(name, path.join(folder, `${name}.ttf`));
}

/** Writes a printable text in lines from the box's upper left corner, at most `size` large. Returns the height used. */
export function write(document: Document, text: string, box: Box, size: number): number {
  const lines = linesOf(document, text, size, box.width);
  const widest = Math.max(...lines.map((line) => widthOf(document, line, size)));
  const fits = widest <= box.width && lines.length * size * lineHeight <= box.height;
  if (!fits && size > minFontSize) return write(document, text, box, size - 0.5);
  for (const [index, line] of lines.entries()) {
    let { x } = box;
    for (const run of runsOf(line)) {
      document.font(run.font).fontSize(size);
      document.text(run.text, x, box.y + index * size * lineHeight, { lineBreak: false });
      x += document.widthOfString(run.text);
    }
  }
  return lines.length * size * lineHeight;
}
