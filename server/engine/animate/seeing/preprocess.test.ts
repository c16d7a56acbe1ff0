import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agePhoto } from '#scripts/bench/lib/aged-photo.ts';
import { psnr } from '#scripts/bench/lib/similarity.ts';
import { framePrint } from '#scripts/bench/lib/framed-print.ts';
import { holdPrint } from '#tests/support/held-print.ts';
import { drawPortrait } from '#tests/support/drawn-portrait.ts';
import { drawRoom } from '#tests/support/drawn-room.ts';
import { wholePicture } from '#shared/print/print.ts';
import { preprocess, type Sight } from './preprocess.ts';
import { decodeWhole, readPhotoSize, writePhoto } from './photo.ts';

const portrait = drawPortrait(400, 500);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ready-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const crop = { turn: 'auto', border: 'crop', restore: false } as const;
const nobody: Sight = { findFaces: () => Promise.resolve([]), findTurn: () => Promise.resolve(0) };

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
  const { picture, corners } = framePrint(portrait, 'album page', 2, 0.06);
  const files = await open('print', picture);
  const before = await hashOf(files.photoPath);
  const ready = await preprocess({ ...files, ...crop }, nobody);
  expect(ready).toMatchObject({ photoPath: files.outputPath, isPrint: true, held: null, steps: ['cropped'] });
  corners.forEach(({ x }, i) => expect(ready.corners?.[i]?.x).toBeCloseTo(x, 1.8));
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

test('a print in a hand is straightened and cropped to its picture', async () => {
  const files = await open('held', holdPrint(portrait, { keystone: 16 }).picture);
  const ready = await preprocess({ ...files, ...crop }, nobody);
  expect(ready).toMatchObject({
    photoPath: files.outputPath,
    isPrint: true,
    held: null,
    steps: ['cropped'],
  });
  expect(ready.corners).toHaveLength(4);
});

test('a print in a hand that covers much of it stays whole, and moves only inside', async () => {
  const files = await open('covered', holdPrint(portrait, { keystone: 10, covered: 0.7 }).picture);
  const { photoPath, held, steps } = await preprocess({ ...files, ...crop }, nobody);
  expect({ photoPath, steps }).toEqual({ photoPath: files.photoPath, steps: [] });
  expect(held).toMatchObject({ isOval: false });
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
  expect(await preprocess({ ...files, ...crop, border }, nobody)).toEqual({
    photoPath: files.photoPath,
    turn: 0,
    isPrint: false,
    held: null,
    corners: null,
    steps: [],
  });
});

test('an aged photo is restored, deterministically', async () => {
  const photo = drawRoom(768, 960);
  const files = await open('aged', agePhoto(photo, 3));
  const ready = await preprocess({ ...files, ...crop, restore: true }, nobody);
  expect(ready).toMatchObject({
    photoPath: files.outputPath,
    isPrint: false,
    held: null,
    steps: ['restored'],
  });
  const likeness = async (file: string) => psnr((await decodeWhole(file)).data, photo.data);
  expect(await likeness(ready.photoPath)).toBeGreaterThan((await likeness(files.photoPath)) + 5);
  const made = await hashOf(ready.photoPath);
  await preprocess({ ...files, ...crop, restore: true }, nobody);
  expect(await hashOf(ready.photoPath)).toBe(made);
});

/** The corners of a picture, clockwise from the upper left, as grey levels. */
async function cornersOf(file: string): Promise<number[]> {
  const { width, height, data } = await decodeWhole(file);
  const at = (x: number, y: number) => data[3 * (y * width + x)]!;
  return [at(8, 8), at(width - 9, 8), at(width - 9, height - 9), at(8, height - 9)].map(
    (grey) => 60 * Math.round(grey / 60),
  );
}

/** A picture of 400 x 500 whose corners are 0, 60, 120 and 180, clockwise from the upper left. */
const fourCorners = {
  width: 400,
  height: 500,
  data: Uint8Array.from({ length: 3 * 400 * 500 }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % 400, Math.floor(i / 3 / 400)];
    return y < 250 ? (x < 200 ? 0 : 60) : x < 200 ? 180 : 120;
  }),
};

test.each([
  ['90', 0, [180, 0, 60, 120], [500, 400]],
  ['180', 0, [120, 180, 0, 60], [400, 500]],
  ['270', 0, [60, 120, 180, 0], [500, 400]],
  ['auto', 90, [180, 0, 60, 120], [500, 400]],
] as const)(
  'a photo is turned clockwise: %s, where the people ask for %d',
  async (turn, found, corners, size) => {
    const files = await open('turned', fourCorners);
    const before = await hashOf(files.photoPath);
    const ready = await preprocess(
      { ...files, ...crop, turn },
      { ...nobody, findTurn: () => Promise.resolve(found) },
    );
    expect(ready).toMatchObject({
      photoPath: files.outputPath,
      turn: Number(turn) || found,
      held: null,
      steps: ['turned'],
    });
    expect(await readPhotoSize(ready.photoPath)).toEqual({ width: size[0], height: size[1] });
    expect(await cornersOf(ready.photoPath)).toEqual(corners);
    expect(await hashOf(files.photoPath)).toBe(before);
  },
);

test('a photo that is to stay as it lies is not turned, whatever it shows', async () => {
  const files = await open('as it lies', fourCorners);
  const sight: Sight = { ...nobody, findTurn: () => Promise.reject(new Error('not asked')) };
  expect((await preprocess({ ...files, ...crop, turn: '0' }, sight)).steps).toEqual([]);
});

test('a print that lies on its side is turned first, then cropped, then restored', async () => {
  const files = await open('all', framePrint(portrait, 'album page', 2, 0.06).picture);
  const ready = await preprocess({ ...files, turn: '90', border: 'crop', restore: true }, nobody);
  expect(ready.steps).toEqual(['turned', 'cropped', 'restored']);
  const { width, height } = await readPhotoSize(ready.photoPath);
  expect(width / height).toBeCloseTo(1.25, 1);
});
