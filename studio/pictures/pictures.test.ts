import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { onPages } from './shown.ts';

const masters = 'studio/pictures/masters';
const pictures = 'client/src/assets/pictures';
const budgetBytes = 3_000_000;

test('every picture of a page is there in every width, true to its shape', async () => {
  const derived = new Set(await readdir(pictures));
  for (const file of onPages) {
    const name = basename(file, extname(file));
    const master = await sharp(join(masters, file)).metadata();
    for (const width of [320, 480, 640, 960]) {
      const made = await sharp(join(pictures, `${name}-${width}.avif`)).metadata();
      expect(made.width).toBe(width);
      expect(Math.abs(made.height - (width * master.height) / master.width)).toBeLessThanOrEqual(1);
    }
    expect(derived.has(`${name}-640.jpg`)).toBe(!master.hasAlpha);
    expect(derived.has(`${name}-640.webp`)).toBe(master.hasAlpha);
  }
});

test('no picture is left over that pages do not show', async () => {
  const names = new Set(onPages.map((file) => basename(file, extname(file))));
  const orphans = (await readdir(pictures)).filter((file) => !names.has(file.replace(/-\d+\.\w+$/, '')));
  expect(orphans).toEqual([]);
});

test('all pictures together keep their budget', async () => {
  const sizes = await Promise.all(
    (await readdir(pictures)).map(async (file) => (await stat(join(pictures, file))).size),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(budgetBytes);
});
