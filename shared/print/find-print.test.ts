import { describe, expect, test } from 'vitest';
import { framePrint, printKinds } from '../../scripts/bench/lib/framed-print.ts';
import { drawNoise, drawPortrait } from '../../tests/support/drawn-portrait.ts';
import type { RgbPicture } from '../motion/plane.ts';
import { findPrint } from './find-print.ts';
import { type Corners, wholePicture } from './print.ts';
import { straighten } from './straighten.ts';

const portrait = drawPortrait(320, 400);

/** The distance of the worst corner, in samples of a picture with a shorter side of 320. */
function worstCorner(found: Corners, there: Corners, { width, height }: RgbPicture): number {
  const off = found.map((corner, i) =>
    Math.hypot((corner.x - there[i]!.x) * width, (corner.y - there[i]!.y) * height),
  );
  return (Math.max(...off) * 320) / Math.min(width, height);
}

/** The similarity of two pictures of the same size, in dB. */
function likeness(a: RgbPicture, b: RgbPicture): number {
  let sum = 0;
  for (const [i, value] of a.data.entries()) sum += (value - b.data[i]!) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / a.data.length));
}

describe.each(printKinds)('%s', (kind) => {
  test.each([1, 2, 3])('is found with its corners and shape (%i)', (seed) => {
    const { picture, corners, isOval } = framePrint(portrait, kind, seed, 0.07);
    const print = findPrint(picture);
    expect(print).toMatchObject({ isOval });
    expect(worstCorner(print!.corners, corners, picture)).toBeLessThan(isOval ? 4 : 2);
  });
});

test('a print is straightened into the framed photo', () => {
  const { picture } = framePrint(portrait, 'album page', 4, 0.08);
  const straight = straighten(picture, findPrint(picture)!.corners);
  expect(straight.width / straight.height).toBeCloseTo(0.8, 1);
  const alike = straighten(portrait, wholePicture);
  expect(alike.data).toEqual(portrait.data);
  const resized = (source: RgbPicture): RgbPicture => sampleAt(source, 100, 125);
  expect(likeness(resized(straight), resized(portrait))).toBeGreaterThan(20);
});

function sampleAt({ width, height, data }: RgbPicture, columns: number, rows: number): RgbPicture {
  const out = new Uint8Array(3 * columns * rows);
  for (let i = 0; i < columns * rows; i++) {
    const x = Math.floor((((i % columns) + 0.5) * width) / columns);
    const y = Math.floor(((Math.floor(i / columns) + 0.5) * height) / rows);
    out.set(data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3), 3 * i);
  }
  return { width: columns, height: rows, data: out };
}

/** The picture with a rectangle, given by shares of its sides, filled with a colour. */
function withInside(picture: RgbPicture, [left, top, right, bottom]: readonly number[], colour: number[]) {
  const data = picture.data.slice();
  for (let i = 0; i < picture.width * picture.height; i++) {
    const x = (i % picture.width) / picture.width;
    const y = Math.floor(i / picture.width) / picture.height;
    if (x >= left! && x < right! && y >= top! && y < bottom!) data.set(colour, 3 * i);
  }
  return { ...picture, data };
}

test.each([
  ['a portrait before a plain wall', portrait],
  ['a portrait before a white wall', drawPortrait(320, 400, { backdrop: [246, 246, 244] })],
  ['a head in the dark', drawPortrait(400, 320, { backdrop: [12, 12, 14], cloth: [10, 10, 12] })],
  ['noise', drawNoise(320, 320)],
  ['a wall alone', withInside(portrait, [0, 0, 1, 1], [180, 176, 170])],
  [
    'sea and sky',
    withInside(withInside(portrait, [0, 0, 1, 1], [150, 180, 220]), [0, 0.6, 1, 1], [40, 80, 110]),
  ],
  [
    'a film between two bars',
    withInside(withInside(portrait, [0, 0, 1, 0.15], [0, 0, 0]), [0, 0.85, 1, 1], [0, 0, 0]),
  ],
  [
    'a door in a wall',
    withInside(withInside(portrait, [0, 0, 1, 1], [200, 198, 190]), [0.35, 0.2, 0.65, 1], [90, 60, 40]),
  ],
  [
    'a window in a wall',
    withInside(withInside(portrait, [0, 0, 1, 1], [200, 198, 190]), [0.35, 0.3, 0.65, 0.6], [90, 60, 40]),
  ],
])('%s is not a print', (_name, picture) => {
  expect(findPrint(picture)).toBeNull();
});
