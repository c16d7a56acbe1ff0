// Makes the preview pictures for links to Memori on other sites, one per language, from our picture and type; they are
// committed.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import subset from 'subset-font';
import { languages } from '#shared/languages.ts';

const paper = '#f4efe4';
const ink = '#1d2330';
const fraunces = 'node_modules/@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2';

/** How far shadows reach, in pixels. */
const reach = 40;

/** The image size that Open Graph consumers expect. */
const card = { width: 1200, height: 630 };

/** Renders text as a picture; `size` in pixels. The renderer reads fonts only from files in supported formats. */
function text(words: string, size: number, width: number, fontfile: string): Promise<Buffer> {
  const markup = `<span foreground="${ink}" letter_spacing="${Math.round(-20 * size)}">${words}</span>`;
  const options = { text: markup, font: `Fraunces ${size}`, fontfile, width, rgba: true, dpi: 72 };
  return sharp({ text: { ...options, spacing: Math.round(-0.18 * size) } })
    .png()
    .toBuffer();
}

/** A photo print with its white border, rotated by `angle` degrees. */
async function print(file: string, width: number, angle: number): Promise<Buffer> {
  const border = Math.round(width / 26);
  const photo = await sharp(file)
    .resize(width)
    .extend({ top: border, left: border, right: border, bottom: 3 * border, background: '#fffefa' })
    .png()
    .toBuffer();
  return sharp(photo).rotate(angle, { background: '#0000' }).png().toBuffer();
}

/** The shadow of a print: its own shape in one colour, blurred, with room for the blur. */
function shadowOf(shape: Buffer): Promise<Buffer> {
  return sharp(shape)
    .extend({ top: reach, bottom: reach, left: reach, right: reach, background: '#0000' })
    .blur(16)
    .linear([0, 0, 0, 0.28], [58, 44, 24, 0])
    .png()
    .toBuffer();
}

/** A print and its shadow, as layers. */
async function laid(shape: Buffer, left: number, top: number): Promise<OverlayOptions[]> {
  return [
    { input: await shadowOf(shape), left: left - reach, top: top - reach + 12 },
    { input: shape, left, top },
  ];
}

/** The words on a language's card, from its texts. */
async function wordsOf(language: string): Promise<{ brand: string; headline: string }> {
  const read = async (file: string) =>
    JSON.parse(await readFile(`client/src/i18n/${language}/${file}.json`, 'utf8')) as unknown;
  const { brand } = (await read('common')) as { brand: string };
  const { landing } = (await read('landing')) as { landing: { headline: string } };
  return { brand, headline: landing.headline };
}

const folder = await mkdtemp(join(tmpdir(), 'memori-cards-'));
try {
  const fontfile = join(folder, 'fraunces.ttf');
  const axes = { wght: 400, opsz: 144, SOFT: 100, WONK: 1 };
  const cards = await Promise.all(
    languages.map(async (language) => ({ language, ...(await wordsOf(language)) })),
  );
  const characters = cards.map(({ brand, headline }) => brand + headline).join('');
  await writeFile(
    fontfile,
    await subset(await readFile(fraunces), characters, { targetFormat: 'sfnt', variationAxes: axes }),
  );
  const mark = await sharp(await readFile('client/public/favicon.svg'), { density: 130 })
    .resize(56)
    .png()
    .toBuffer();
  const alive = await print('studio/pictures/masters/grandmother-restored.jpg', 366, 2.2);
  const old = await sharp('studio/pictures/masters/grandmother-print.webp')
    .resize(230)
    .rotate(-7, { background: '#0000' })
    .png()
    .toBuffer();
  for (const { language, brand, headline } of cards) {
    const layers: OverlayOptions[] = [
      { input: mark, left: 72, top: 64 },
      { input: await text(brand, 46, 400, fontfile), left: 146, top: 72 },
      { input: await text(headline, 82, 530, fontfile), left: 68, top: 200 },
      ...(await laid(alive, 744, 32)),
      ...(await laid(old, 612, 296)),
    ];
    await sharp({ create: { ...card, channels: 3, background: paper } })
      .composite(layers)
      .jpeg({ quality: 82, mozjpeg: true })
      .toFile(`client/public/og-${language}.jpg`);
  }
} finally {
  await rm(folder, { recursive: true });
}
