import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sharp } from '#server/platform/image.ts';
import { limits } from '#shared/limits.ts';
import { restore } from '#shared/restore/restore.ts';
import { agePhoto } from './lib/aged-photo.ts';
import { measure, report } from './lib/measure.ts';
import { psnr } from './lib/similarity.ts';

const ownPictures = path.resolve(import.meta.dirname, '../../studio/pictures/masters');

/**
 * How close artificially aged photos are to the originals before and after restoration, in dB, and which undamaged
 * photos would be classified as damaged. `args`: a folder of undamaged photos; by default, the pictures of our dolls.
 */
export async function run([folder = ownPictures]: readonly string[]): Promise<void> {
  const here = path.resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  const names = (await readdir(here)).filter((name) => /\.(jpe?g|png|webp)$/i.test(name)).sort();
  const sums = { aged: 0, restored: 0, worse: 0, cpu: 0, taken: 0 };
  const side = limits.video.shorterSide;
  console.log('photo | aged dB | restored dB | gained dB');
  for (const [i, name] of names.entries()) {
    const { data, info } = await sharp(path.join(here, name))
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize({ width: side, height: side, fit: 'outside' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const clean = { width: info.width, height: info.height, data };
    const aged = agePhoto(clean, i + 1);
    let after = aged;
    const { cpu } = await measure(async () => {
      after = restore(aged, []).picture;
    });
    const [before, now] = [psnr(aged.data, data), psnr(after.data, data)];
    console.log(`${name} | ${before.toFixed(1)} | ${now.toFixed(1)} | ${(now - before).toFixed(1)}`);
    sums.aged += before / names.length;
    sums.restored += now / names.length;
    sums.cpu += cpu / names.length;
    if (now < before) sums.worse++;
    if (restore(clean, []).isPlain) sums.taken++;
  }
  report('photos', names.length, 0);
  report('aged, mean', sums.aged, 2, 'dB');
  report('restored, mean', sums.restored, 2, 'dB');
  report('worse than before', sums.worse, 0);
  report('clean photos taken for damaged', sums.taken, 0);
  report('CPU a photo', sums.cpu, 2, 's');
}
