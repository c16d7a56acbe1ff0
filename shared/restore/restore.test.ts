import { expect, test } from 'vitest';
import { agePhoto } from '#scripts/bench/lib/aged-photo.ts';
import { psnr } from '#scripts/bench/lib/similarity.ts';
import { drawRoom } from '#tests/support/drawn-room.ts';
import { crackPicture } from '#tests/support/drawn-cracks.ts';
import { drawNoise, drawPortrait } from '#tests/support/drawn-portrait.ts';
import { drawThinThings, thinThings } from '#tests/support/drawn-thin-things.ts';
import { greyOf } from '../motion/colour.ts';
import { planeLike, type RgbPicture } from '../motion/plane.ts';
import { findDamage } from './damage.ts';
import { fillIn } from './fill.ts';
import { keepBetter } from './judge-fill.ts';
import { findMarks } from './marks.ts';
import { restore } from './restore.ts';
import { measureTones } from './tone.ts';

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
  const marked = (picture: RgbPicture, faces = [face]) => {
    const luma = planeLike(picture, (i) => greyOf(picture.data, 3 * i));
    return findMarks(luma, faces).scratches[264 * width + 192];
  };
  expect(marked(scratched(150, 234, 264), [])).toBe(1);
  expect(marked(scratched(150, 234, 264))).toBe(0);
  expect(marked(scratched(40, 340, 264))).toBe(1);
});

test('a single straight line may be what the photo shows', () => {
  const picture = scratched(40, 340, 264);
  expect(findDamage(picture, measureTones(picture), []).mask).not.toContain(1);
});

test('filling in changes only marked pixels', () => {
  const picture = scratched(40, 340, 264);
  const mask = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return x >= 38 && x < 343 && y >= 262 && y < 268 ? 1 : 0;
  });
  const filled = fillIn(picture, { mask, breadth: new Float32Array(mask.length) }, []);
  const changed = filled.data.filter(
    (value, k) => value !== picture.data[k] && mask[Math.floor(k / 3)] === 0,
  );
  expect(changed).toHaveLength(0);
  const line = (each: RgbPicture) => each.data.subarray(3 * (264 * width + 60), 3 * (264 * width + 320));
  expect(psnr(line(filled), line(room))).toBeGreaterThan(30);
});

const portrait = drawPortrait(768, 960);
/** The face of the drawn portrait. */
const face = { x: 384, y: 384, width: 262, height: 323 };
const damageOf = (picture: RgbPicture) => findDamage(picture, measureTones(picture), [face]);
const mend = (picture: RgbPicture, damage: ReturnType<typeof damageOf>) =>
  keepBetter(picture, fillIn(picture, damage, [face]), damage.mask);
/** The mean difference from the undamaged portrait, in levels. */
const error = ({ data }: RgbPicture) =>
  data.reduce((sum, value, k) => sum + Math.abs(value - portrait.data[k]!), 0) / data.length;

test.each([
  [2, 0.75, 0.45],
  [5, 0.8, 0.25],
  [9, 0.8, 0.2],
  [14, 0.75, 0.35],
])('bent and branched cracks of %d px are found and filled', (broad, share, left) => {
  for (const seed of [1, 2]) {
    const { picture, mask } = crackPicture(portrait, { width: broad, seed });
    const damage = damageOf(picture);
    const found = mask.filter((value, i) => value === 1 && damage.mask[i] === 1).length;
    expect(found / mask.filter((value) => value === 1).length).toBeGreaterThan(share);
    expect(error(mend(picture, damage))).toBeLessThan(left * error(picture));
    expect(restore(picture, [face]).isPlain).toBe(true);
  }
});

test('a picture in a buffer is judged alike, and stays as it was', () => {
  const { picture } = crackPicture(portrait, { width: 5 });
  const buffered = { ...picture, data: Buffer.from(picture.data) };
  const mended = restore(buffered, [face]).picture;
  expect(psnr(mended.data, restore(picture, [face]).picture.data)).toBe(Infinity);
  expect(psnr(buffered.data, picture.data)).toBe(Infinity);
});

test.each([5, 9])('dark cracks of %d px are found and filled', (broad) => {
  const { picture } = crackPicture(portrait, { width: broad, isDark: true });
  expect(error(mend(picture, damageOf(picture)))).toBeLessThan(0.4 * error(picture));
});

test.each(Object.keys(thinThings))('%s are not damage', (name) => {
  const picture = drawThinThings(name);
  expect(damageOf(picture).mask).not.toContain(1);
});

test('a picture that is all texture has no cracks', () => {
  const noise = drawNoise(768, 768);
  expect(damageOf(noise).mask).not.toContain(1);
});

test('what is filled in has the grain of its surroundings', () => {
  const { picture, mask } = crackPicture(portrait, { width: 9 });
  const filled = mend(picture, damageOf(picture));
  // On the plain wall alone.
  const deviation = ({ data }: RgbPicture): number => {
    const levels = [...data.filter((_, k) => k % 3 === 1 && mask[Math.floor(k / 3)] === 1)].filter(
      (level) => Math.abs(level - 146) < 20,
    );
    const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
    return Math.sqrt(levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / levels.length);
  };
  expect(deviation(filled) / deviation(portrait)).toBeGreaterThan(0.6);
  expect(deviation(filled) / deviation(portrait)).toBeLessThan(1.5);
});

/** The portrait with a bright line down its face, whose texture is a pattern of two levels. */
function marked(levels: readonly [number, number]) {
  const data = portrait.data.slice();
  const mask = new Uint8Array(768 * 960);
  for (let y = 320; y < 430; y++) {
    for (let x = 380; x < 388; x++) {
      const i = y * 768 + x;
      mask[i] = 1;
      data.fill(levels[y % 2]!, 3 * i, 3 * i + 3);
    }
  }
  return { picture: { width: 768, height: 960, data }, mask };
}

test('on a face only the tone of a crack changes: its own texture stays, mirrored from nowhere', () => {
  const { picture, mask } = marked([236, 244]);
  const { data } = fillIn(picture, { mask, breadth: new Float32Array(mask.length) }, [face]);
  const mean = (row: number) => {
    const from = 3 * (row * 768 + 380);
    return data.subarray(from, from + 24).reduce((sum, level) => sum + level, 0) / 24;
  };
  for (let y = 330; y < 420; y += 2) {
    expect(mean(y + 1) - mean(y)).toBeGreaterThan(1);
    expect((mean(y) + mean(y + 1)) / 2).toBeCloseTo((214 + 168 + 128) / 3, -1);
  }
});

test('where filling in would make edges, the photo stays as it was', () => {
  const { picture, mask } = marked([240, 240]);
  const striped = {
    ...picture,
    data: picture.data.map((value, k) => (mask[Math.floor(k / 3)] ? 255 * (k % 2) : value)),
  };
  expect(keepBetter(picture, striped, mask).data).toEqual(picture.data);
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

/** A print of which the green dye has faded most: purple between black and white. */
function withPurpleCast(picture: RgbPicture): RgbPicture {
  const data = picture.data.map((value, i) => {
    const faded = 45 + 0.8 * value;
    const between = faded * (1 - faded / 255);
    return Math.min(255, Math.round(faded + [0.3, -0.2, 0.45][i % 3]! * between));
  });
  return { ...picture, data };
}

test('the purple cast of a faded colour print goes from the tones between black and white', () => {
  const clean = drawPortrait(384, 480, { backdrop: [76, 72, 68], hair: [10, 9, 8], cloth: [190, 150, 70] });
  // Of many colours, unlike a print of one ink, with a white sky.
  for (let k = 0; k < clean.data.length; k += 3)
    clean.data[k] = Math.round(clean.data[k]! * (1.3 - (0.5 * ((k / 3) % 384)) / 384));
  clean.data.fill(250, 0, 3 * 4 * 384);
  const purple = withPurpleCast(clean);
  const { picture } = restore(purple, []);
  const lead = (each: RgbPicture, x: number, y: number) => {
    const [red, green, blue] = each.data.subarray(3 * (y * 384 + x));
    return (red! + blue!) / 2 - green!;
  };
  expect(lead(purple, 192, 60)).toBeGreaterThan(20);
  expect(Math.abs(lead(picture, 192, 60))).toBeLessThan(0.5 * lead(purple, 192, 60));
});

test('a purple dress keeps its colour', () => {
  const { picture } = restore(drawPortrait(384, 480, { cloth: [96, 50, 110] }), []);
  const [red, green, blue] = picture.data.subarray(3 * (460 * 384 + 192));
  expect((red! + blue!) / 2 - green!).toBeGreaterThan(40);
});
