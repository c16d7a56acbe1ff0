// Cuts the fonts of an album film's cards and captions, and of printed cards, from packages that hold whole fonts. The results are
// committed, so that a server needs neither the packages nor the tool. The packages are large, so they are installed in
// a folder outside the project, once:
//
//   cd /tmp/card-fonts && npm install @expo-google-fonts/noto-serif@0.4.2 @expo-google-fonts/noto-naskh-arabic@0.4.5 \
//     @expo-google-fonts/noto-serif-hebrew@0.4.2 @expo-google-fonts/noto-serif-devanagari@0.4.1 \
//     @expo-google-fonts/noto-serif-sc@0.4.3 @expo-google-fonts/noto-serif-jp@0.4.3 \
//     @expo-google-fonts/noto-serif-kr@0.4.3 @expo-google-fonts/noto-emoji@0.4.7 @fontsource/noto-serif-thai@5.3.0
//
// Usage: node studio/pictures/card-fonts.ts /tmp/card-fonts
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import subset from 'subset-font';

const output = 'server/engine/lettering/fonts';
const packages = path.join(process.argv[2] ?? '', 'node_modules');

/** All characters from one code point to another, inclusive. */
function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('');
}

/** The ideographs or Hangul of a two-byte encoding, in a range of first bytes and from a second byte on. */
function encoded(encoding: string, first: readonly [number, number], second: number): string {
  const decoder = new TextDecoder(encoding);
  const letters: string[] = [];
  for (let high = first[0]; high <= first[1]; high++)
    for (let low = second; low < 0xff; low++) {
      const text = decoder.decode(Uint8Array.of(high, low));
      if (/^[\p{Script=Han}\p{Script=Hangul}]$/u.test(text)) letters.push(text);
    }
  return letters.join('');
}

/** Punctuation and full-width forms that Chinese, Japanese and Korean share. */
const eastern = ` ${range(0x3000, 0x303f)}${range(0xff00, 0xffef)}`;
/** GB 2312, and the common ones of Big 5 and JIS X 0208: what names and places are written with. */
const chinese = [encoded('gbk', [0xb0, 0xf7], 0xa1), encoded('big5', [0xa4, 0xc6], 0x40)].join('');
const commonKanji = encoded('shift_jis', [0x88, 0x98], 0x40);
const rareKanji = encoded('shift_jis', [0x98, 0xea], 0x40);
const kana = range(0x3040, 0x30ff) + range(0x31f0, 0x31ff);
/** KS X 1001: all 11,172 syllables would take 8 MB, and these are what names are written with. */
const hangul = encoded('euc-kr', [0xb0, 0xc8], 0xa1) + range(0x3130, 0x318f);

/** The brand's serif in the style of the pages' headlines, in the parts that its package has. A family is chosen by its name. */
const display = { wght: 380, opsz: 144, SOFT: 100, WONK: 1 };
const brandFonts = [
  { part: 'latin', name: 'fraunces', family: 'Fraunces' },
  { part: 'latin-ext', name: 'fraunces-ext', family: 'FrauncEx' },
  { part: 'vietnamese', name: 'fraunces-vietnamese', family: 'FrauncVi' },
];

/** The fonts beside the brand's, each without hints, which nothing reads at these sizes. */
const fonts = [
  { name: 'noto-serif', file: 'NotoSerif', characters: range(0x20, 0x24ff) },
  {
    name: 'noto-naskh-arabic',
    file: 'NotoNaskhArabic',
    characters: ` ${range(0x600, 0x6ff)}${range(0x750, 0x77f)}${range(0x8a0, 0x8ff)}`,
  },
  {
    name: 'noto-serif-hebrew',
    file: 'NotoSerifHebrew',
    characters: ` ${range(0x590, 0x5ff)}`,
  },
  {
    name: 'noto-serif-devanagari',
    file: 'NotoSerifDevanagari',
    characters: ` ${range(0x900, 0x97f)}${range(0xa8e0, 0xa8ff)}${range(0x1cd0, 0x1cff)}`,
  },
  {
    name: 'noto-serif-sc',
    file: 'NotoSerifSC',
    characters: `${eastern}${chinese}${commonKanji}${rareKanji}${range(0x3100, 0x312f)}`,
  },
  {
    name: 'noto-serif-jp',
    file: 'NotoSerifJP',
    characters: `${eastern}${kana}${commonKanji}`,
  },
  { name: 'noto-serif-kr', file: 'NotoSerifKR', characters: ` ${hangul}` },
] as const;

/** What printed cards are set with reads the header, of ten bytes, of empty glyphs too: some are the last of their file. */
const padding = Buffer.alloc(12);

async function write(name: string, font: Buffer, licence: string): Promise<void> {
  await writeFile(path.join(output, `${name}.ttf`), Buffer.concat([font, padding]));
  await copyFile(licence, path.join(output, `${name}.LICENSE.txt`));
  console.log(name, font.length);
}

async function cut(file: string, characters: string, variationAxes = {}): Promise<Buffer> {
  const options = { targetFormat: 'truetype', noHinting: true, variationAxes } as const;
  return subset(await readFile(file), characters, options);
}

/** Renames a font's family to a name of the same length, so that no offset changes. */
function rename(font: Buffer, from: string, to: string): Buffer {
  const [old, renamed] = [from, to].map((name) => Buffer.from(name, 'utf16le').swap16().toString('latin1'));
  return Buffer.from(font.toString('latin1').replaceAll(old!, renamed!), 'latin1');
}

await mkdir(output, { recursive: true });
const fraunces = 'node_modules/@fontsource-variable/fraunces';
for (const { part, name, family } of brandFonts) {
  const font = await cut(
    `${fraunces}/files/fraunces-${part}-full-normal.woff2`,
    range(0x20, 0x24ff),
    display,
  );
  await write(name, rename(font, 'Fraunces', family), `${fraunces}/LICENSE`);
}
for (const { name, file, characters } of fonts) {
  const folder = path.join(packages, '@expo-google-fonts', name);
  const font = await cut(path.join(folder, '400Regular', `${file}_400Regular.ttf`), characters);
  await write(name, font, path.join(folder, 'LICENSE_FONT'));
}
const thai = path.join(packages, '@fontsource/noto-serif-thai');
const thaiFile = path.join(thai, 'files/noto-serif-thai-thai-400-normal.woff2');
await write('noto-serif-thai', await cut(thaiFile, ` ${range(0xe00, 0xe7f)}`), path.join(thai, 'LICENSE'));
// Whole, because its sequences of several characters are ligatures.
const emoji = path.join(packages, '@expo-google-fonts/noto-emoji');
const emojiFont = await readFile(path.join(emoji, '400Regular/NotoEmoji_400Regular.ttf'));
await write('noto-emoji', emojiFont, path.join(emoji, 'LICENSE_FONT'));
