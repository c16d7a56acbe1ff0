import path from 'node:path';
import { sharp } from '#server/platform/image.ts';
import { readCharacters } from './characters.ts';

const folder = path.join(import.meta.dirname, 'fonts');

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
type Family = (typeof files)[number][1];

interface Font {
  readonly family: Family;
  readonly characters: ReadonlySet<number>;
}

/** Consecutive characters in one font. */
interface Run {
  readonly family: Family;
  readonly text: string;
}

/** In UTF-16 code units: longer texts are cut, so that time and memory are bounded. */
const maxLength = 200;

/** Enough for every script; more would pile up above and below the line. */
const excessMarks = /(?<=\p{Mn}{4})\p{Mn}+/gu;
/** Characters without a glyph of their own. Joiners and variation selectors shape their neighbours; others are removed. */
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
const unwanted = /(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;
const asEmoji = /[\p{Emoji_Presentation}\ufe0f]/u;
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The user-perceived characters of a text. */
export function graphemesOf(text: string): string[] {
  return Array.from(clusters.segment(text), ({ segment }) => segment);
}

async function loadFonts(): Promise<Font[]> {
  const fonts: Font[] = [];
  for (const [name, family] of files) {
    const fontfile = path.join(folder, `${name}.ttf`);
    // Whatever text is drawn with a font file adds it to the fonts of the process.
    await sharp({ text: { text: '.', fontfile } })
      .raw()
      .toBuffer();
    fonts.push({ family, characters: await readCharacters(fontfile) });
  }
  return fonts;
}

let loading: Promise<Font[]> | undefined;

/** Loads the fonts once in each process; again after a failure. */
function theFonts(): Promise<Font[]> {
  loading ??= loadFonts().catch((error: unknown) => {
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
  /** Pango's markup of a printable text. */
  markup(text: string): string;
}

/** The lettering for one card, whose texts are in `sample`'s language as far as that can be told. */
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

  const printable = (text: string): string => {
    const clean = text
      .normalize('NFC')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(unwanted, '')
      .replaceAll(excessMarks, '');
    let used = 0;
    const letters = graphemesOf(clean).map((grapheme) => {
      used += grapheme.length;
      if (used > maxLength) return '';
      if (fontOf(grapheme)) return grapheme;
      const bare = String.fromCodePoint(grapheme.normalize('NFD').codePointAt(0)!);
      return fontOf(bare) ? bare : '';
    });
    return letters.join('').replaceAll(/\s+/g, ' ').trim();
  };

  const runsOf = (text: string): Run[] => {
    const runs: Run[] = [];
    for (const grapheme of graphemesOf(text)) {
      const last = runs.at(-1);
      // A space must not part what is shaped together.
      const family = grapheme === ' ' && last ? last.family : (fontOf(grapheme)?.family ?? 'Fraunces');
      if (last?.family === family) runs[runs.length - 1] = { family, text: last.text + grapheme };
      else runs.push({ family, text: grapheme });
    }
    return runs;
  };

  const markup = (text: string): string =>
    runsOf(text)
      .map((run) => `<span font_family="${run.family}" fallback="false">${escape(run.text)}</span>`)
      .join('');

  return { printable, markup };
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
