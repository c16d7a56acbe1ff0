import { expect, test } from 'vitest';
import { crackPicture } from '#tests/support/drawn-cracks.ts';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import { drawPortrait } from '#tests/support/drawn-portrait.ts';
import { featureOutlines } from '../vision/landmarks.ts';
import type { RgbPicture } from '../motion/plane.ts';
import { findDamage } from './damage.ts';
import type { FaceOval } from './face-oval.ts';
import { fillIn } from './fill.ts';
import { keepBetter } from './judge-fill.ts';
import { measureTones } from './tone.ts';

const portrait = drawPortrait(768, 960);
const { width, height } = portrait;
/** The centres and half sizes of eyes, nose and lips, in face widths from the face's centre. */
const features = {
  'the left eye': [-0.2, -0.12, 0.11, 0.07],
  'the right eye': [0.2, -0.12, 0.11, 0.07],
  'the nostrils': [0, 0.14, 0.1, 0.05],
  'the lips': [0, 0.34, 0.16, 0.05],
} as const;
type Feature = keyof typeof features;
const names = Object.keys(features) as Feature[];

/** The drawn portrait's face, its outlines being ellipses. */
function faceOf(): FaceOval {
  const face = drawnFace(384, 384, 262);
  for (const [k, outline] of featureOutlines.entries()) {
    const [x, y, halfWidth, halfHeight] = features[names[k]!];
    for (const [n, i] of outline.entries()) {
      const turn = (2 * Math.PI * n) / outline.length;
      face.points[3 * i] = face.x + face.width * (x + halfWidth * Math.cos(turn));
      face.points[3 * i + 1] = face.y + face.width * (y + halfHeight * Math.sin(turn));
    }
  }
  return face;
}
const face = faceOf();
const { points: _, ...unknown } = face;

interface Line {
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly broad: number;
}

/** A white line across the portrait, what marks it, and the portrait as it is repaired. */
function crossed({ left, right, y, broad }: Line, faces: readonly FaceOval[] = [face]) {
  const data = portrait.data.slice();
  const mask = new Uint8Array(width * height);
  const breadth = new Float32Array(width * height);
  for (let row = y - 2; row < y + broad + 2; row++) {
    for (let x = left; x < right; x++) {
      const i = row * width + x;
      mask[i] = 1;
      breadth[i] = broad;
      if (row >= y && row < y + broad) data.fill(244, 3 * i, 3 * i + 3);
    }
  }
  const picture: RgbPicture = { width, height, data };
  return { picture, mended: keepBetter(picture, fillIn(picture, { mask, breadth }, faces), mask) };
}

/** The mean level and its standard deviation on a line, without its ends. */
function greenOn({ data }: RgbPicture, { left, right, y, broad }: Line) {
  const levels: number[] = [];
  for (let row = y; row < y + broad; row++)
    for (let x = left + 12; x < right - 12; x++) levels.push(data[3 * (row * width + x) + 1]!);
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  const variance = levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / levels.length;
  return { mean, deviation: Math.sqrt(variance) };
}

const cheek = { left: 276, right: 340, y: 424 };
const forehead = { left: 340, right: 428, y: 290 };

test.each([
  ['a cheek', cheek],
  ['the forehead', forehead],
])('a thin crack across %s is filled from the skin beside it, with its grain', (_name, place) => {
  const line = { ...place, broad: 5 };
  const skin = greenOn(portrait, line);
  const { mean, deviation } = greenOn(crossed(line).mended, line);
  expect(Math.abs(mean - skin.mean)).toBeLessThan(3);
  expect(deviation / skin.deviation).toBeGreaterThan(0.6);
  expect(deviation / skin.deviation).toBeLessThan(1.5);
});

test.each([
  ['a wide crack', 12, [face]],
  ['a thin crack on a face of unknown landmarks', 5, [unknown]],
])('of %s across a cheek only the tone changes', (_name, broad, faces) => {
  const line = { ...cheek, broad };
  const { mean, deviation } = greenOn(crossed(line, faces).mended, line);
  expect(Math.abs(mean - greenOn(portrait, line).mean)).toBeLessThan(4);
  // Bare paper has no grain.
  expect(deviation).toBeLessThan(1.5);
});

test.each(names)('nothing changes on %s, whatever crosses them', (name) => {
  const [x, y, halfWidth] = features[name];
  const [left, right] = [-1, 1].map((side) => Math.round(face.x + face.width * (x + side * halfWidth)));
  for (const broad of [2, 5, 12]) {
    const row = Math.round(face.y + face.width * y - broad / 2);
    const line = { left: left! - 40, right: right! + 40, y: row, broad };
    const { picture, mended } = crossed(line);
    const [from, to] = [row - 2, row + broad + 2].map((each) => each * width);
    for (let i = from!; i < to!; i += width)
      expect(mended.data.subarray(3 * (i + left!), 3 * (i + right!))).toEqual(
        picture.data.subarray(3 * (i + left!), 3 * (i + right!)),
      );
  }
});

/** A short rough crack on the cheek. */
function withCheekCracked(picture: RgbPicture): RgbPicture {
  const data = picture.data.slice();
  for (let step = 0; step < 60; step++) {
    const [x, y] = [Math.round(284 + 0.9 * step), Math.round(424 + 5 * Math.sin(step / 7))];
    const half = step % 20 < 13 ? 1 : 3;
    const level = step % 20 < 10 ? 250 : 215;
    for (let row = y - half; row <= y + half; row++)
      data.fill(level, 3 * (row * width + x), 3 * (row * width + x) + 3);
  }
  return { ...picture, data };
}

test('a rough line within a face is a crack if the print is crazed', () => {
  const isFound = (picture: RgbPicture, faces: readonly FaceOval[]): boolean => {
    const { mask } = findDamage(picture, measureTones(picture), faces);
    return Array.from({ length: 50 }, (_, k) => 289 + k).some((x) => mask[424 * width + x] === 1);
  };
  expect(isFound(withCheekCracked(portrait), [face])).toBe(false);
  const { picture } = crackPicture(portrait, { width: 5, seed: 3 });
  expect(isFound(picture, [face])).toBe(false);
  expect(isFound(withCheekCracked(picture), [face])).toBe(true);
});
