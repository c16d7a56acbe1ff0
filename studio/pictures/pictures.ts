// Makes the pictures that pages load (several widths and formats) from the masters.
//   node studio/pictures/pictures.ts [NAME ...] (without names, all of them)
import { mkdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { onPages } from './shown.ts';

const masters = 'studio/pictures/masters';
const output = 'client/src/assets/pictures';
const widths = [320, 480, 640, 960];
/** The single width for browsers without AVIF support. */
const fallbackWidth = 640;

/** Writes every width of one master as AVIF, and one file for browsers without AVIF support. */
async function derive(file: string): Promise<void> {
  const name = basename(file, extname(file));
  const master = await sharp(join(masters, file)).toBuffer();
  const { hasAlpha } = await sharp(master).metadata();
  const save = (image: Sharp, width: number, format: string) =>
    image.toFile(join(output, `${name}-${width}.${format}`));
  for (const width of widths)
    await save(sharp(master).resize(width).avif({ quality: 52, effort: 5 }), width, 'avif');
  const fallback = sharp(master).resize(fallbackWidth);
  // A JPEG would need a background colour for transparent areas.
  if (hasAlpha)
    await save(fallback.webp({ quality: 72, effort: 6, smartSubsample: true }), fallbackWidth, 'webp');
  else await save(fallback.jpeg({ quality: 76, mozjpeg: true }), fallbackWidth, 'jpg');
}

const wanted = process.argv.slice(2);
await mkdir(output, { recursive: true });
for (const file of onPages) {
  const name = basename(file, extname(file));
  if (wanted.length === 0 || wanted.includes(name)) await derive(file);
}
