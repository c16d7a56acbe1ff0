import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawMask, folder, names } from './marks.ts';

const pixelsOf = (png: Buffer) => sharp(png).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });

test.each(names)('the mask of "%s" is what the script draws', async (name) => {
  const [kept, drawn] = [
    await pixelsOf(await readFile(join(folder, `${name}.png`))),
    await pixelsOf(await drawMask(name)),
  ];
  expect(kept.info).toMatchObject({ width: drawn.info.width, height: drawn.info.height, channels: 1 });
  expect(kept.data.equals(drawn.data)).toBe(true);
});

test('letters are white and whole, and what is between and inside them is black', async () => {
  const { data, info } = await pixelsOf(await readFile(join(folder, 'test.png')));
  expect([info.width, info.height]).toEqual([1605, 525]);
  const at = (x: number, y: number): number =>
    data[Math.round(0.75 * (y + 700)) * info.width + Math.round(0.75 * x)]!;
  // The stem of the first T, the gap before the E, a bar of the E, the space between its bars, and the last T's arm.
  expect([at(260, -300), at(570, -300), at(800, -640), at(900, -500), at(1700, -640)]).toEqual([
    255, 0, 255, 0, 255,
  ]);
});
