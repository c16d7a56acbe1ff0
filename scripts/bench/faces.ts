import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { preparePhoto } from '#server/features/generation/photos/photo.ts';
import { openPhoto } from '#server/engine/animate/open-photo.ts';
import { detectPeople } from '#server/engine/animate/seeing/analysis.ts';
import { judgeEyes } from '#shared/motion/judge-eyes.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';
import { report } from './lib/measure.ts';

const ownPictures = path.resolve(import.meta.dirname, '../../studio/pictures/masters');

/**
 * Prints, as a table for manual checking, the faces found in a folder of photos, which of them blink, and what keeps
 * the others from it. A file `expected.json` in the folder may give the number of faces in each photo (`{"a.jpg": 2}`):
 * then it also reports missed faces and false positives. `args`: the folder; by default, the pictures of our dolls.
 */
export async function run([folder = ownPictures]: readonly string[]): Promise<void> {
  const here = path.resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  const expected = await readExpected(here);
  const workDir = await mkdtemp(path.join(tmpdir(), 'memori-faces-'));
  const sums = { photos: 0, found: 0, missed: 0, false: 0, blinking: 0, gated: 0 };
  try {
    const names = (await readdir(here)).filter((name) => /\.(jpe?g|png|webp)$/i.test(name)).sort();
    console.log('photo | found | missed | false | blinking | gated');
    for (const name of names) {
      const photoPath = path.join(workDir, 'photo.jpg');
      await writeFile(photoPath, (await preparePhoto(await readFile(path.join(here, name)))).jpeg);
      const detection = await detectPeople(photoPath);
      const { photo, plan } = await openPhoto({
        photoPath,
        detection,
        seed: 1,
        options: defaultAnimationOptions,
      });
      const gates = plan.people.map(({ head }) => judgeEyes(photo, head).gate);
      const closed = gates.filter((gate) => gate !== null);
      const found = detection.faces.length;
      const there = expected[name];
      const missed = there === undefined ? null : Math.max(0, there - found);
      const wrong = there === undefined ? null : Math.max(0, found - there);
      const counts = [found, missed ?? '?', wrong ?? '?', gates.length - closed.length];
      console.log(`${name} | ${counts.join(' | ')} | ${summary(closed)}`);
      sums.photos += 1;
      sums.found += found;
      sums.missed += missed ?? 0;
      sums.false += wrong ?? 0;
      sums.blinking += gates.length - closed.length;
      sums.gated += closed.length;
    }
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
  for (const [name, sum] of Object.entries(sums)) report(`faces ${name}`, sum, 0);
}

async function readExpected(folder: string): Promise<Record<string, number>> {
  try {
    return JSON.parse(await readFile(path.join(folder, 'expected.json'), 'utf8')) as Record<string, number>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** "2 glasses, 1 small" for the gates that are closed. */
function summary(gates: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const gate of gates) counts.set(gate, (counts.get(gate) ?? 0) + 1);
  return [...counts].map(([gate, count]) => `${count} ${gate}`).join(', ');
}
