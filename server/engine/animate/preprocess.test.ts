import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agePhoto } from '../../../scripts/bench/lib/aged-photo.ts';
import { psnr } from '../../../scripts/bench/lib/similarity.ts';
import { framePrint } from '../../../scripts/bench/lib/framed-print.ts';
import { drawPortrait } from '../../../tests/support/drawn-portrait.ts';
import { drawRoom } from '../../../tests/support/drawn-room.ts';
import { wholePicture } from '../../../shared/print/print.ts';
import { preprocess } from './preprocess.ts';
import { decodeWhole, readPhotoSize, writePhoto } from './photo.ts';

const portrait = drawPortrait(400, 500);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ready-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const crop = { border: 'crop', restore: false } as const;
const nobody = () => Promise.resolve([]);

const hashOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

async function open(name: string, picture: typeof portrait) {
  const photoPath = path.join(folder, `${name}.jpg`);
  await writePhoto(photoPath, picture);
  return { photoPath, outputPath: path.join(folder, `${name}-ready.jpg`) };
}

test('a print on a page is cropped to its picture, deterministically, and the photo is left unchanged', async () => {
  const files = await open('print', framePrint(portrait, 'album page', 2, 0.06).picture);
  const before = await hashOf(files.photoPath);
  const ready = await preprocess({ ...files, ...crop }, nobody);
  expect(ready).toEqual({ photoPath: files.outputPath, held: null, steps: ['cropped'] });
  const { width, height } = await readPhotoSize(ready.photoPath);
  // Drawn slightly smaller than 400 x 500 because it is tilted; a pixel or two at its edges are lost with the border.
  expect(width / height).toBeCloseTo(0.8, 1.5);
  expect(width).toBeGreaterThan(370);
  const made = await hashOf(ready.photoPath);
  await preprocess({ ...files, ...crop }, nobody);
  expect(await hashOf(ready.photoPath)).toBe(made);
  expect(await hashOf(files.photoPath)).toBe(before);
});

test('a border to be kept stays and is held still', async () => {
  const { picture, corners } = framePrint(portrait, 'white', 3, 0.02);
  const files = await open('kept', picture);
  const { photoPath, held } = await preprocess({ ...files, ...crop, border: 'keep' }, nobody);
  expect(photoPath).toBe(files.photoPath);
  expect(held?.isOval).toBe(false);
  held?.corners.forEach(({ x, y }, i) => {
    expect(x).toBeCloseTo(corners[i]!.x, 1.8);
    expect(y).toBeCloseTo(corners[i]!.y, 1.8);
  });
});

test('the corners of an oval mat stay and are held still', async () => {
  const files = await open('oval', framePrint(portrait, 'oval mat', 1, 0).picture);
  const { photoPath, held } = await preprocess({ ...files, ...crop }, nobody);
  expect(held).toEqual({ corners: wholePicture, isOval: true });
  const { width, height } = await readPhotoSize(photoPath);
  expect(Math.abs(width - 400)).toBeLessThan(8);
  expect(Math.abs(height - 500)).toBeLessThan(8);
});

test.each(['crop', 'keep'] as const)('a photo without a border is left unchanged: %s', async (border) => {
  const files = await open('plain', portrait);
  expect(await preprocess({ ...files, border, restore: false }, nobody)).toEqual({
    photoPath: files.photoPath,
    held: null,
    steps: [],
  });
});

test('an aged photo is restored, deterministically', async () => {
  const photo = drawRoom(768, 960);
  const files = await open('aged', agePhoto(photo, 3));
  const ready = await preprocess({ ...files, ...crop, restore: true }, nobody);
  expect(ready).toEqual({ photoPath: files.outputPath, held: null, steps: ['restored'] });
  const likeness = async (file: string) => psnr((await decodeWhole(file)).data, photo.data);
  expect(await likeness(ready.photoPath)).toBeGreaterThan((await likeness(files.photoPath)) + 5);
  const made = await hashOf(ready.photoPath);
  await preprocess({ ...files, ...crop, restore: true }, nobody);
  expect(await hashOf(ready.photoPath)).toBe(made);
});
