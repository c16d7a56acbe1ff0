import path from 'node:path';
import { readCharacters } from './characters.ts';

/** The fonts that studio/pictures/card-fonts.ts cuts, the preferred one of a character first. */
const files = [
  ['fraunces', 'Fraunces'],
  ['fraunces-ext', 'FrauncEx'],
  ['fraunces-vietnamese', 'FrauncVi'],
  ['noto-serif', 'Noto Serif'],
  ['noto-naskh-arabic', 'Noto Naskh Arabic'],
  ['noto-serif-hebrew', 'Noto Serif Hebrew'],
  ['noto-serif-devanagari', 'Noto Serif Devanagari'],
  ['noto-serif-thai', 'Noto Serif Thai'],
  ['noto-serif-kr', 'Noto Serif KR'],
  ['noto-serif-sc', 'Noto Serif SC'],
  ['noto-serif-jp', 'Noto Serif JP'],
  ['noto-emoji', 'Noto Emoji'],
] as const;
export type Family = (typeof files)[number][1];

/** The files of all fonts, TrueType, by family. */
export const fontFiles = new Map<Family, string>(
  files.map(([name, family]) => [family, path.join(import.meta.dirname, 'fonts', `${name}.ttf`)]),
);

interface Font {
  readonly family: Family;
  readonly characters: ReadonlySet<number>;
}

/** Consecutive characters in one font. */
export interface Run {
  readonly family: Family;
  readonly text: string;
}

/** In UTF-16 code units: longer texts are cut, so that time and memory are bounded. */
const maxLength = 200;

/** Enough for every script; more would pile up above and below the line. */
const excessMarks = /(?<=\p{Mn}{4})\p{Mn}+/gu;
/** Characters without a glyph of their own. Joiners and variation selectors shape their neighbours; others are removed. */
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
const isInvisible = /^\p{Default_Ignorable_Code_Point}+$/u;
const unwanted = /(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;
const asEmoji = /[\p{Emoji_Presentation}\ufe0f]/u;
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The user-perceived characters of a text. */
export function graphemesOf(text: string): string[] {
  return Array.from(clusters.segment(text), ({ segment }) => segment);
}

let loading: Promise<Font[]> | undefined;

/** Reads once in each process which characters the fonts have; again after a failure. */
function theFonts(): Promise<Font[]> {
  loading ??= Promise.all(
    Array.from(fontFiles, async ([family, file]) => ({ family, characters: await readCharacters(file) })),
  ).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Sets texts in the fonts that come with the project, and in no other that the machine may have. */
export interface Lettering {
  /**
   * The part of a text that can be drawn, on one line: characters that no font has are left out, or lose the diacritic
   * that no font has. Empty if nothing is left.
   */
  printable(text: string): string;
  /** The user-perceived characters that are not drawn, or not with their diacritic: each once. */
  unprintable(text: string): string[];
  /** A printable text, font by font. */
  runs(text: string): Run[];
}

/** The lettering of texts that are in `sample`'s language as far as that can be told. */
export async function createLettering(sample: string): Promise<Lettering> {
  const fonts = await theFonts();
  // Both have ideographs, in the shapes of their countries.
  const other = japanese.test(sample) ? 'Noto Serif SC' : 'Noto Serif JP';
  const inOrder = [
    ...fonts.filter(({ family }) => family !== other),
    ...fonts.filter(({ family }) => family === other),
  ];
  const emojiFirst = fonts.toReversed();

  const fontOf = (grapheme: string): Font | undefined => {
    const drawn = Array.from(grapheme).filter((character) => !ignorable.test(character));
    const order = asEmoji.test(grapheme) ? emojiFirst : inOrder;
    if (drawn.length === 0) return undefined;
    return order.find(({ characters }) => drawn.every((each) => characters.has(each.codePointAt(0)!)));
  };

  /** All user-perceived characters of a text, and what is drawn of each. */
  const drawn = (text: string): [grapheme: string, printable: string][] => {
    const clean = text
      .normalize('NFC')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(unwanted, '')
      .replaceAll(excessMarks, '');
    let used = 0;
    return graphemesOf(clean).map((grapheme) => {
      used += grapheme.length;
      if (used > maxLength) return [grapheme, ''];
      if (fontOf(grapheme)) return [grapheme, grapheme];
      const bare = String.fromCodePoint(grapheme.normalize('NFD').codePointAt(0)!);
      return [grapheme, fontOf(bare) ? bare : ''];
    });
  };

  const printable = (text: string): string =>
    drawn(text)
      .map(([, printed]) => printed)
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim();

  const unprintable = (text: string): string[] => {
    const lost = drawn(text).filter(([grapheme, printed]) => printed !== grapheme);
    return [...new Set(lost.map(([grapheme]) => grapheme))].filter((grapheme) => !isInvisible.test(grapheme));
  };

  const runs = (text: string): Run[] => {
    const parts: Run[] = [];
    for (const grapheme of graphemesOf(text)) {
      const last = parts.at(-1);
      // A space must not part what is shaped together; that of the emoji is as wide as they are.
      const isInRun = grapheme === ' ' && last !== undefined && last.family !== 'Noto Emoji';
      const family = isInRun ? last.family : (fontOf(grapheme)?.family ?? 'Fraunces');
      if (last?.family === family) parts[parts.length - 1] = { family, text: last.text + grapheme };
      else parts.push({ family, text: grapheme });
    }
    return parts;
  };

  return { printable, unprintable, runs };
}
