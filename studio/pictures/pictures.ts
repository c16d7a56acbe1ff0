// Makes the pictures that pages load (several widths and formats) from the masters.
//   node studio/pictures/pictures.ts [NAME ...] (without names, all of them)
import { mkdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { onPages } from './shown.ts';

const masters = 'studio/pictures/masters';
const output = 'client/src/assets/pictures';
const widths = { avif: [320, 480, 640, 960], webp: [320, 640, 960] } as const;
/** The one width of the fallback for browsers that read neither AVIF nor WebP. */
const fallbackWidth = 640;

/** Writes every width and format of one master. A picture with transparency has no JPEG: it would need a ground. */
async function derive(file: string): Promise<void> {
  const name = basename(file, extname(file));
  const master = await sharp(join(masters, file)).toBuffer();
  const { hasAlpha } = await sharp(master).metadata();
  const save = (image: Sharp, width: number, format: string) =>
    image.toFile(join(output, `${name}-${width}.${format}`));
  for (const width of widths.avif) {
    await save(sharp(master).resize(width).avif({ quality: 52, effort: 5 }), width, 'avif');
  }
  for (const width of widths.webp) {
    await save(
      sharp(master).resize(width).webp({ quality: 72, effort: 6, smartSubsample: true }),
      width,
      'webp',
    );
  }
  if (!hasAlpha) {
    const jpeg = sharp(master).resize(fallbackWidth).jpeg({ quality: 76, mozjpeg: true });
    await save(jpeg, fallbackWidth, 'jpg');
  }
}

const wanted = process.argv.slice(2);
await mkdir(output, { recursive: true });
for (const file of onPages) {
  const name = basename(file, extname(file));
  if (wanted.length === 0 || wanted.includes(name)) await derive(file);
}
