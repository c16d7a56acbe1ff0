// Makes the icons of home screens from the mark in client/public/favicon.svg; they are committed.
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

const folder = 'client/public';
const paper = '#f4efe4';
const mark = await readFile(`${folder}/favicon.svg`);

/** The mark in the middle of a square, on paper, taking up `share` of its side. */
async function icon(name: string, side: number, share: number): Promise<void> {
  const drawn = Math.round(side * share);
  const svg = await sharp(mark, { density: (72 * drawn) / 32 })
    .resize(drawn)
    .png()
    .toBuffer();
  await sharp({ create: { width: side, height: side, channels: 3, background: paper } })
    .composite([{ input: svg }])
    .png({ palette: true, effort: 10 })
    .toFile(`${folder}/${name}.png`);
}

await icon('icon-192', 192, 0.86);
await icon('icon-512', 512, 0.86);
// Launchers cut these to a circle or a rounded square: all that counts lies within 40 % of the middle.
await icon('icon-maskable-512', 512, 0.56);
await icon('apple-touch-icon', 180, 0.74);
