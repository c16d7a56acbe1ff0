import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';

const masters = 'studio/pictures/masters';
const pictures = 'client/src/assets/pictures';
const budgetBytes = 6_000_000;

test('every master has its pictures in every width, true to its shape', async () => {
  const derived = new Set(await readdir(pictures));
  for (const file of await readdir(masters)) {
    const name = basename(file, extname(file));
    const master = await sharp(join(masters, file)).metadata();
    for (const [format, widths] of Object.entries({ avif: [320, 480, 640, 960], webp: [320, 640, 960] })) {
      for (const width of widths) {
        expect(derived).toContain(`${name}-${width}.${format}`);
        const made = await sharp(join(pictures, `${name}-${width}.${format}`)).metadata();
        expect(made.width).toBe(width);
        expect(Math.abs(made.height - (width * master.height) / master.width)).toBeLessThanOrEqual(1);
      }
    }
    expect(derived.has(`${name}-640.jpg`)).toBe(!master.hasAlpha);
  }
});

test('no picture is left over from a master that is gone', async () => {
  const names = new Set((await readdir(masters)).map((file) => basename(file, extname(file))));
  const orphans = (await readdir(pictures)).filter((file) => !names.has(file.replace(/-\d+\.\w+$/, '')));
  expect(orphans).toEqual([]);
});

test('all pictures together keep their budget', async () => {
  const sizes = await Promise.all(
    (await readdir(pictures)).map(async (file) => (await stat(join(pictures, file))).size),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(budgetBytes);
});
