// Makes the home screen icons from the mark in client/public/favicon.svg; they are committed.
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const folder = 'client/public';
const paper = '#f4efe4';
const mark = await readFile(`${folder}/favicon.svg`);

/** The mark in the middle of a square, on a paper-coloured background, taking up `share` of its side. */
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

/** A picture of `side` pixels, as a PNG inside an ICO file: 6 bytes of header, 16 for the single entry. */
async function favicon(side: number): Promise<void> {
  const png = await sharp(mark, { density: (72 * side) / 32 })
    .resize(side)
    .png()
    .toBuffer();
  const head = Buffer.alloc(22);
  for (const [at, value] of [1, 1].entries()) head.writeUInt16LE(value, 2 + 2 * at);
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  await writeFile(`${folder}/favicon.ico`, Buffer.concat([head, png]));
}

await favicon(48);
await icon('icon-192', 192, 0.86);
await icon('icon-512', 512, 0.86);
// Launchers crop these to a circle or a rounded square: everything important is within 40 % of the centre.
await icon('icon-maskable-512', 512, 0.56);
await icon('apple-touch-icon', 180, 0.74);
