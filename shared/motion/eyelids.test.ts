import { expect, test } from 'vitest';
import { drawPortrait, faceCentre } from '#tests/support/drawn-portrait.ts';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import { eyeIndices } from '../vision/landmarks.ts';
import { eyeOf } from './eye.ts';
import type { Patch } from './patch.ts';
import { createEyePainter } from './eyelids.ts';
import { createRandom } from '../random.ts';
import type { RgbPicture } from './plane.ts';

const face = drawnFace(faceCentre.x * 768, faceCentre.y * 960, 270);
const eye = eyeOf(face, eyeIndices[0]);

/** A portrait with eyes: white, with a dark iris, under a dark line of lashes. `lid` is the skin tone above it. */
function withEyes(lid: readonly [number, number, number] = [214, 168, 128]): RgbPicture {
  const photo = drawPortrait(768, 960);
  const data = photo.data.slice();
  for (let y = 0; y < photo.height; y++) {
    for (let x = 0; x < photo.width; x++) {
      const [dx, dy] = [x - eye.x, y - eye.y];
      const s = (dx * eye.cos + dy * eye.sin) / eye.width;
      const v = (dy * eye.cos - dx * eye.sin) / eye.width;
      if (s < 0 || s > 1 || v < -0.6 || v > 0.4) continue;
      const at = 3 * (y * photo.width + x);
      if (v < eye.upper(s)) data.set(v > eye.upper(s) - 0.05 ? [40, 30, 26] : lid, at);
      else if (v < eye.lower(s))
        data.set(
          Math.hypot(s - eye.iris.s, v - eye.iris.v) < eye.iris.radius ? [50, 60, 80] : [235, 235, 235],
          at,
        );
    }
  }
  return { ...photo, data };
}

/** The mean grey level of the eye's opening in a patch, between these shares of its width. */
function openingGrey(rgb: Uint8Array, patch: Patch, from = 0.25, to = 0.75): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < patch.width * patch.height; i++) {
    const [dx, dy] = [
      patch.left + (i % patch.width) - eye.x,
      patch.top + Math.floor(i / patch.width) - eye.y,
    ];
    const [s, v] = [dx / eye.width, dy / eye.width];
    if (s < from || s > to || v < eye.upper(s) + 0.02 || v > eye.lower(s) - 0.06) continue;
    sum += (rgb[3 * i]! + rgb[3 * i + 1]! + rgb[3 * i + 2]!) / 3;
    count++;
  }
  return sum / count;
}

test('the eye is measured by its corners', () => {
  expect(eye.width).toBeCloseTo(0.2 * 270, 0);
  expect(eye.opening).toBeGreaterThan(0.2);
  expect(eye.opening).toBeLessThan(0.4);
  expect(eye.upper(0)).toBeCloseTo(0);
  expect(eye.upper(0.5)).toBeLessThan(eye.lower(0.5));
  expect(eye.brow(0.5)).toBeLessThan(eye.upper(0.5));
});

test('open and looking ahead, the patch is the photo, byte for byte', () => {
  const photo = withEyes();
  const painter = createEyePainter(photo, eye)!;
  painter.paint(1, 0.04);
  const rgb = painter.paint(0, 0);
  const { left, top, width, height } = painter.patch;
  expect([left % 2, top % 2, width % 2, height % 2]).toEqual([0, 0, 0, 0]);
  for (let row = 0; row < height; row++) {
    const from = 3 * ((top + row) * photo.width + left);
    const line = rgb.subarray(3 * row * width, 3 * (row + 1) * width);
    expect(Buffer.compare(line, photo.data.subarray(from, from + 3 * width))).toBe(0);
  }
});

test('a closed lid covers white and iris with skin', () => {
  const photo = withEyes();
  const painter = createEyePainter(photo, eye)!;
  const skin = (214 + 168 + 128) / 3;
  expect(Math.abs(openingGrey(painter.paint(1, 0), painter.patch) - skin)).toBeLessThan(30);
  // None of the white of the eye is left.
  const shut = painter.paint(1, 0);
  const brightest = Math.max(...shut);
  expect(brightest).toBeLessThan(233);
});

test('a closed lid has the coloured noise of the photo', () => {
  const random = createRandom(7);
  const photo = withEyes();
  const data = photo.data.map((value) => value + 24 * (random() - 0.5));
  const painter = createEyePainter({ ...photo, data }, eye)!;
  const { patch } = painter;
  const rgb = painter.paint(1, 0);
  /** The standard deviation of red minus green where `includes` holds, in levels. */
  const colourNoise = (includes: (s: number, v: number) => boolean): number => {
    const differences: number[] = [];
    for (let i = 0; i < patch.width * patch.height; i++) {
      const s = (patch.left + (i % patch.width) - eye.x) / eye.width;
      const v = (patch.top + Math.floor(i / patch.width) - eye.y) / eye.width;
      if (s > 0.3 && s < 0.7 && includes(s, v)) differences.push(rgb[3 * i]! - rgb[3 * i + 1]!);
    }
    const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
    return Math.sqrt(differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / differences.length);
  };
  const lid = colourNoise((s, v) => v > eye.upper(s) && v < eye.lower(s) - 0.12);
  const skin = colourNoise((s, v) => v > eye.lower(s) + 0.06 && v < eye.lower(s) + 0.2);
  expect(lid / skin).toBeGreaterThan(0.6);
  expect(lid / skin).toBeLessThan(1.3);
});

test('no bright line remains between a closed lid and its lashes', () => {
  const painter = createEyePainter(withEyes(), eye)!;
  const rgb = painter.paint(1, 0);
  const { patch } = painter;
  let brightest = 0;
  for (let i = 0; i < patch.width * patch.height; i++) {
    const [dx, dy] = [
      patch.left + (i % patch.width) - eye.x,
      patch.top + Math.floor(i / patch.width) - eye.y,
    ];
    const s = (dx * eye.cos + dy * eye.sin) / eye.width;
    const v = (dy * eye.cos - dx * eye.sin) / eye.width;
    // The lid's edge ends at 0.97 of the way; the lashes above it are dark from half a pixel up at the latest.
    const above = (eye.upper(s) + 0.97 * (eye.lower(s) - eye.upper(s)) - v) * eye.width;
    if (s > 0.25 && s < 0.75 && above > 0.5 && above < 1.2) brightest = Math.max(brightest, rgb[3 * i]!);
  }
  expect(brightest).toBeGreaterThan(0);
  expect(brightest).toBeLessThan(70);
});

test.each([
  ['in deep shadow', [38, 30, 26], 0.42],
  ['made up', [70, 40, 90], 0.54],
  ['under a low brow', [134, 105, 80], 0.66],
] as const)(
  'a lid %s closes in the tone of the surrounding skin, not as a dark hole',
  (_name, tone, least) => {
    const painter = createEyePainter(withEyes(tone), eye)!;
    const skin = (214 + 168 + 128) / 3;
    expect(openingGrey(painter.paint(1, 0), painter.patch)).toBeGreaterThan(least * skin);
  },
);

test('a lid in deep shadow is lit in the middle, where it bulges, and not in the corners', () => {
  const painter = createEyePainter(withEyes([38, 30, 26]), eye)!;
  const shut = painter.paint(1, 0);
  const grey = (from: number, to: number) => openingGrey(shut, painter.patch, from, to);
  expect(grey(0.4, 0.6)).toBeGreaterThan(1.75 * grey(0.1, 0.25));
  expect(grey(0.4, 0.6)).toBeGreaterThan(1.75 * grey(0.75, 0.9));
});

test('a glance moves the iris and leaves lids and corners unchanged', () => {
  const photo = withEyes();
  const painter = createEyePainter(photo, eye)!;
  const ahead = painter.paint(0, 0).slice();
  const aside = painter.paint(0, 0.06);
  const { patch } = painter;
  let inside = 0;
  let outside = 0;
  for (let i = 0; i < patch.width * patch.height; i++) {
    const s = (patch.left + (i % patch.width) - eye.x) / eye.width;
    const v = (patch.top + Math.floor(i / patch.width) - eye.y) / eye.width;
    const isInside = s > 0 && s < 1 && v > eye.upper(s) && v < eye.lower(s);
    const change = Math.abs(ahead[3 * i]! - aside[3 * i]!);
    if (isInside) inside = Math.max(inside, change);
    else outside = Math.max(outside, change);
  }
  expect(inside).toBeGreaterThan(60);
  expect(outside).toBe(0);
});

test('an eye outside the frame is left unchanged', () => {
  expect(createEyePainter(drawPortrait(64, 80), eye)).toBeNull();
});
