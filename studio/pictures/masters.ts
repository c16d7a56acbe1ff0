// Makes the masters of developed pictures: the colour picture and, if there is one, the old print.
//   node studio/pictures/masters.ts <folder of developed PNGs> [--font <TrueType file>] [name …]
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { mounted } from './aging/paper.ts';
import { agedPlate } from './aging/plate.ts';
import { type Style, styles } from './aging/styles.ts';

const masters = 'studio/pictures/masters';
const family = 'La Belle Aurore';

interface Print {
  readonly style: Style;
  readonly seed: number;
  readonly caption: string;
}

const prints: Readonly<Record<string, Print | undefined>> = {
  grandfather: { style: styles.sepia, seed: 7, caption: 'Nonno Nicolò, primavera 1931' },
  family: { style: styles.snapshot, seed: 21, caption: 'Papà, mamma e noi due · 1958' },
  grandmother: { style: styles.faded, seed: 34, caption: 'Nonna Mimì, però chi aiuta chi?' },
  wedding: { style: styles.cabinet, seed: 48, caption: 'Così cominciò tutto · 8 giugno 1946' },
  bicycle: { style: styles.sepia, seed: 55, caption: 'La prima bici! Forlì, 1949' },
  sisters: { style: styles.silver, seed: 63, caption: 'Le sorelle al mare, Cefalù 1938' },
  pram: { style: styles.snapshot, seed: 79, caption: 'Zoè, sei mesi. È già curiosa!' },
};

async function makeMasters(developed: string, name: string, fontFile: string | undefined): Promise<void> {
  const picture = await readFile(join(developed, `${name}.png`));
  const colour = sharp(picture)
    .toColourspace('srgb')
    .jpeg({ quality: 90, mozjpeg: true, chromaSubsampling: '4:4:4' });
  await colour.toFile(join(masters, `${name}.jpg`));
  const print = prints[name];
  if (print === undefined) return;
  const eightBit = await sharp(picture).toColourspace('srgb').png({ compressionLevel: 1 }).toBuffer();
  const plate = await agedPlate(eightBit, print.style, print.seed);
  const caption = fontFile ? { text: print.caption, fontFile, family } : undefined;
  await writeFile(
    join(masters, `${name}-print.webp`),
    await mounted(plate, print.style, print.seed, caption),
  );
}

const { values, positionals } = parseArgs({ options: { font: { type: 'string' } }, allowPositionals: true });
const [developed, ...names] = positionals;
if (developed === undefined) throw new Error('Which folder holds the developed pictures?');
if (values.font && !existsSync(values.font)) throw new Error(`There is no font file ${values.font}`);
for (const name of names) await makeMasters(developed, name, values.font);
