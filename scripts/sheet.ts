import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { preparePhoto } from '#server/features/generation/photos/photo.ts';
import { AppError } from '#server/platform/errors.ts';
import { livelinesses, motions, defaultAnimationOptions } from '#shared/motion/movements.ts';
import { seedOf } from '#shared/motion/seed.ts';
import { sheetOfAlbum } from './sheet/album-sheet.ts';
import { drawContactSheet } from './sheet/contact-sheet.ts';

const usage = `Usage: npm run sheet -- PHOTO|FOLDER OUT [MOTION] [LIVELINESS]
       npm run sheet -- --album FOLDER OUT [MUSIC]`;

/**
 * Renders contact sheets of the animator's results, for visual inspection: one OUT/NAME.jpg per photo. With `--album`, makes a
 * film of a folder's videos, and a sheet of it.
 */
async function main(args: readonly string[]): Promise<number> {
  const isAlbum = args[0] === '--album';
  const [source, target, motion, liveliness] = isAlbum ? args.slice(1) : args;
  if (!source || !target) {
    console.error(usage);
    return 2;
  }
  const here = process.env.INIT_CWD ?? process.cwd();
  const [from, out] = [resolve(here, source), resolve(here, target)];
  const found = await stat(from).catch(() => null);
  if (!found) {
    console.error(`There is no photo or folder ${from}.`);
    return 1;
  }
  const isFolder = found.isDirectory();
  if (isAlbum) return sheetOfAlbum(from, out, motion);
  const photos = isFolder
    ? (await readdir(from))
        .filter((name) => /\.(jpe?g|png|webp)$/i.test(name))
        .map((name) => join(from, name))
    : [from];
  const options = {
    motion: motions.find((each) => each === motion) ?? defaultAnimationOptions.motion,
    liveliness: livelinesses.find((each) => each === liveliness) ?? defaultAnimationOptions.liveliness,
    turn: defaultAnimationOptions.turn,
    rest: defaultAnimationOptions.rest,
    border: defaultAnimationOptions.border,
    restore: defaultAnimationOptions.restore,
  };
  await mkdir(out, { recursive: true });
  let status = 0;
  const folder = await mkdtemp(join(tmpdir(), 'memori-sheet-'));
  try {
    for (const photo of photos.sort()) {
      const photoPath = join(folder, 'photo.jpg');
      const upload = await readFile(photo);
      const prepared = await preparePhoto(upload).catch((error: unknown) => {
        if (error instanceof AppError) return error;
        throw error;
      });
      if (prepared instanceof AppError) {
        console.error(`${basename(photo)}: ${prepared.message}`);
        status = 1;
        continue;
      }
      await writeFile(photoPath, prepared.jpeg);
      const sheet = await drawContactSheet(photoPath, seedOf(upload), options);
      const file = join(out, `${basename(photo, extname(photo))}.jpg`);
      await writeFile(file, sheet.jpeg);
      const { movement, faces, layered, gates, pets } = sheet.notes;
      const closed = gates.map((gate) => gate ?? 'blinks').join(', ');
      const animals = pets.length > 0 ? `; ${pets.join(', ')}` : '';
      console.log(
        `${basename(photo)}: ${movement}${layered ? ', two layers' : ''}, faces ${faces}: ${closed}${animals}`,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return status;
}

process.exitCode = await main(process.argv.slice(2));
process.exit();
