import { expect, test } from 'vitest';
import { agePhoto } from '../../scripts/bench/lib/aged-photo.ts';
import { psnr } from '../../scripts/bench/lib/similarity.ts';
import { drawRoom } from '../../tests/support/drawn-room.ts';
import type { RgbPicture } from '../motion/plane.ts';
import { fillIn } from './fill.ts';
import { findMarks } from './marks.ts';
import { restore } from './restore.ts';

const room = drawRoom(384, 480);
const { width, height } = room;

test.each([1, 2, 3])('most of the ageing of a photo is undone (%i)', (seed) => {
  const aged = agePhoto(room, seed);
  const restored = restore(aged, []);
  expect(restored.isPlain).toBe(true);
  expect(psnr(restored.picture.data, room.data)).toBeGreaterThan(psnr(aged.data, room.data) + 5);
});

test('an undamaged photo is recognised, and hardly changes', () => {
  const { picture, isPlain } = restore(room, []);
  expect(isPlain).toBe(false);
  expect(psnr(picture.data, room.data)).toBeGreaterThan(28);
});

/** The room with a white line from one point to another. */
function scratched(fromX: number, toX: number, y: number): RgbPicture {
  const data = room.data.slice();
  for (let x = fromX; x < toX; x++) data.fill(250, 3 * (y * width + x), 3 * (y * width + x) + 6);
  for (let x = fromX; x < toX; x++) data.fill(250, 3 * ((y + 1) * width + x), 3 * ((y + 1) * width + x) + 3);
  return { width, height, data };
}

test('in a face only lines that cross it count as scratches', () => {
  const face = { x: 192, y: 264, width: 130, height: 150 };
  const marked = (picture: RgbPicture, faces = [face]) => findMarks(picture, faces).mask[264 * width + 192];
  expect(marked(scratched(150, 234, 264), [])).toBe(1);
  expect(marked(scratched(150, 234, 264))).toBe(0);
  expect(marked(scratched(40, 340, 264))).toBe(1);
});

test('filling in changes only marked pixels', () => {
  const picture = scratched(40, 340, 264);
  const { mask } = findMarks(picture, []);
  const filled = fillIn(picture, mask);
  const changed = filled.data.filter(
    (value, k) => value !== picture.data[k] && mask[Math.floor(k / 3)] === 0,
  );
  expect(changed).toHaveLength(0);
  const line = (each: RgbPicture) => each.data.subarray(3 * (264 * width + 60), 3 * (264 * width + 320));
  expect(psnr(line(filled), line(room))).toBeGreaterThan(25);
});

/** The room as if printed with inks of different strengths. */
function tinted(levelOf: (i: number) => number, strengths: readonly [number, number, number]): RgbPicture {
  return { width, height, data: room.data.map((_, i) => Math.round(levelOf(i) * strengths[i % 3]!)) };
}

const meansOf = ({ data }: RgbPicture) =>
  [0, 1, 2].map(
    (channel) => data.reduce((sum, value, i) => sum + (i % 3 === channel ? value : 0), 0) / (width * height),
  ) as [number, number, number];

test('a black-and-white print keeps its tint, neither weaker nor stronger', () => {
  const sepia = tinted((i) => 60 + 0.5 * room.data[3 * Math.floor(i / 3) + 1]!, [1, 0.86, 0.66]);
  const [red, green, blue] = meansOf(restore(sepia, []).picture);
  const [oldRed, oldGreen, oldBlue] = meansOf(sepia);
  expect(red - green).toBeGreaterThan(0.8 * (oldRed - oldGreen));
  expect(red - green).toBeLessThan(1.1 * (oldRed - oldGreen));
  expect(red - blue).toBeGreaterThan(0.8 * (oldRed - oldBlue));
  expect(red - blue).toBeLessThan(1.1 * (oldRed - oldBlue));
});

test('a naturally warm picture is not balanced towards green', () => {
  const warm = tinted((i) => room.data[i]!, [0.85, 0.68, 0.42]);
  const [red, green] = meansOf(restore(warm, []).picture);
  const [oldRed, oldGreen] = meansOf(warm);
  expect(red / green).toBeGreaterThan(0.95 * (oldRed / oldGreen));
});
