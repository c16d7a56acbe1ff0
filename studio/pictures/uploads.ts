// For each old print that pages show animated, makes the photo to upload, and, if pages show them, its intermediate
// results: straightened without its border (`-cropped`), and restored after that (`-restored`), which is the first
// frame of its film.
//   node studio/pictures/uploads.ts
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { analyzePhoto } from '#server/engine/animate/seeing/analysis.ts';
import { preparePhoto } from '#server/features/generation/photos/photo.ts';
import { shownPrints, shownStills, uploadOf, optionsOf } from './shown.ts';

const masters = 'studio/pictures/masters';
const table = '#5a4636';
/** Degrees: nobody holds a phone perfectly straight. */
const tilt = 1.2;

/** A photo of a print lying on a table. */
async function photograph(name: string): Promise<Buffer> {
  const print = await sharp(join(masters, `${name}-print.webp`))
    .rotate(tilt, { background: '#0000' })
    .toBuffer();
  const { width, height } = await sharp(print).metadata();
  const ground = { width: width + 90, height: height + 90, channels: 3, background: table } as const;
  return sharp({ create: ground })
    .composite([{ input: print }])
    .jpeg({ quality: 90, mozjpeg: true })
    .toBuffer();
}

/** Uploads the photo like a user and saves the intermediate result: NAME-cropped or NAME-restored. */
async function keepStill(still: string): Promise<void> {
  const [name = '', form] = still.split('-');
  const workDir = await mkdtemp(join(tmpdir(), 'memori-uploads-'));
  try {
    const photoPath = join(workDir, 'photo.jpg');
    await writeFile(photoPath, (await preparePhoto(await readFile(uploadOf(name)))).jpeg);
    const options = { ...optionsOf(name), restore: form === 'restored' };
    const ready = await analyzePhoto({ photoPath, workDir, options });
    if (ready.photoPath === photoPath) throw new Error(`The border of ${name} was not found`);
    await copyFile(ready.photoPath, join(masters, `${still}.jpg`));
  } finally {
    await rm(workDir, { recursive: true });
  }
}

for (const name of shownPrints) await writeFile(uploadOf(name), await photograph(name));
for (const still of shownStills) await keepStill(still);
// The analysis process would otherwise wait for the next photo.
process.exit();
