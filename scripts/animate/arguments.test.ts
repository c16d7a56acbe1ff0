import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planWork } from './arguments.ts';

let here: string;
beforeAll(async () => {
  here = await mkdtemp(join(tmpdir(), 'memori arguments '));
  for (const folder of ['photos', 'empty']) await mkdir(join(here, folder));
  for (const name of ['nonna.JPG', 'anna.jpg', 'anna.png', 'notes.txt'])
    await writeFile(join(here, 'photos', name), '');
});
afterAll(() => rm(here, { recursive: true, force: true }));

test('one photo becomes a video of the same name in the current folder', async () => {
  const work = await planWork(['photos/nonna.JPG'], here);
  expect(work.items).toEqual([{ photo: join(here, 'photos/nonna.JPG'), video: join(here, 'nonna.mp4') }]);
  expect(work.rendition).toBe('clean');
});

test('the video can be named and watermarked', async () => {
  const work = await planWork(['--watermark', 'photos/anna.jpg', 'out/a.mp4'], here);
  expect(work.items[0]?.video).toBe(join(here, 'out/a.mp4'));
  expect(work.rendition).toBe('watermarked');
});

test('the animation settings can be chosen', async () => {
  const work = await planWork(
    [
      'photos/anna.jpg',
      '--motion',
      'rise',
      '--liveliness=lively',
      '--turn',
      '180',
      '--rest=0.31,0.42',
      '--rest',
      '1,.5',
      '--border=keep',
      '--restore',
    ],
    here,
  );
  expect(work.options).toEqual({
    motion: 'rise',
    liveliness: 'lively',
    turn: '180',
    rest: [
      [0.31, 0.42],
      [1, 0.5],
    ],
    border: 'keep',
    restore: true,
  });
  expect((await planWork(['photos/anna.jpg'], here)).options).toEqual({
    motion: 'auto',
    liveliness: 'natural',
    turn: 'auto',
    rest: [],
    border: 'crop',
    restore: false,
  });
});

test('a remote Memori can be named', async () => {
  expect((await planWork(['photos/anna.jpg'], here)).remote).toBeNull();
  const args = ['photos/anna.jpg', '--remote', 'https://memori.example'];
  expect((await planWork(args, here)).remote).toBe('https://memori.example');
});

test('a folder becomes a folder; photos of the same name stay apart, and other files are ignored', async () => {
  const { items, outputFolder } = await planWork(['photos'], here);
  expect(outputFolder).toBe(join(here, 'photos-animated'));
  expect(items.map(({ video }) => video)).toEqual(
    ['anna.jpg.mp4', 'anna.png.mp4', 'nonna.mp4'].map((name) => join(here, 'photos-animated', name)),
  );
});

test.each([
  [[], 'Name one photo or folder.'],
  [['a', 'b', 'c'], 'Name one photo or folder.'],
  [['missing.jpg'], 'There is no missing.jpg.'],
  [['empty'], 'empty contains no JPG, PNG or WEBP photos.'],
  [['photos/anna.jpg', 'anna.mov'], 'anna.mov should end with .mp4.'],
  [['photos/anna.jpg', '--motion', 'spin'], '--motion must be one of auto, push-in, pull-out'],
  [['photos/anna.jpg', '--rest', '0.3'], '--rest needs two numbers from 0 to 1'],
  [['photos/anna.jpg', '--rest', '0.3,1.2'], '--rest needs two numbers from 0 to 1'],
  [['photos/anna.jpg', '--rest', '0.3,,1'], '--rest needs two numbers from 0 to 1'],
  [['photos/anna.jpg', '--border', 'cut'], '--border must be one of crop, keep.'],
  [['photos/anna.jpg', '--liveliness', 'wild'], '--liveliness must be one of calm, natural, lively.'],
  [
    ['photos/anna.jpg', '--remote', 'memori.example'],
    '--remote needs an address such as https://memori.example.',
  ],
  [
    ['photos/anna.jpg', '--remote', 'https://memori.example', '--watermark'],
    '--watermark can’t be combined with --remote.',
  ],
  [['photos/anna.jpg', '--sepia'], "Unknown option '--sepia'"],
])('%j is refused', async (args, message) => {
  await expect(planWork(args, here)).rejects.toThrow(message);
});
