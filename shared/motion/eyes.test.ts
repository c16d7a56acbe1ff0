import { expect, test } from 'vitest';
import { drawPortrait, faceCentre } from '#tests/support/drawn-portrait.ts';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import { eyeIndices } from '../vision/landmarks.ts';
import type { Curve } from './curves.ts';
import { createEyes } from './eyes.ts';

const photo = drawPortrait(768, 960);
const face = drawnFace(faceCentre.x * 768, faceCentre.y * 960, 270);
const still: Curve = () => 0;
const person = (blink: Curve, gaze: Curve = still) => ({ face, blink, gaze });
const once: Curve = (phase) => (phase > 0.2 && phase < 0.4 ? 1 : 0);

test('both eyes close and open together, and are drawn only when they change', () => {
  const eyes = createEyes(photo, [person(once)]);
  expect(eyes(0)).toEqual([]);
  expect(eyes(0.1)).toEqual([]);
  const shut = eyes(0.3);
  expect(shut).toHaveLength(2);
  expect(shut[0]!.patch.left + shut[0]!.patch.width).toBeLessThanOrEqual(shut[1]!.patch.left + 40);
  expect(eyes(0.35)).toEqual([]);
  const open = eyes(0.5);
  expect(open).toHaveLength(2);
  for (const { patch, rgb } of open) {
    for (let row = 0; row < patch.height; row++) {
      const from = 3 * ((patch.top + row) * photo.width + patch.left);
      const line = rgb.subarray(3 * row * patch.width, 3 * (row + 1) * patch.width);
      expect(Buffer.compare(line, photo.data.subarray(from, from + 3 * patch.width))).toBe(0);
    }
  }
  expect(eyes(0.6)).toEqual([]);
});

test('eyes that look aside are redrawn even if their lids stay open', () => {
  const eyes = createEyes(photo, [person(still, (phase) => 0.1 * phase)]);
  expect(eyes(0)).toEqual([]);
  expect(eyes(0.5)).toHaveLength(2);
  expect(eyes(0.5)).toEqual([]);
  expect(eyes(0.6)).toHaveLength(2);
});

test('a gaze that moves by less than a quarter of a pixel is not redrawn', () => {
  const eyes = createEyes(photo, [person(still, (phase) => (0.24 / 54) * Math.sign(phase - 0.5))]);
  expect(eyes(0.2)).toEqual([]);
  expect(eyes(0.8)).toEqual([]);
});

test('no eye looks further aside than the other has room for', () => {
  const points = face.points.slice();
  // The right eye already looks to the right.
  for (const i of eyeIndices[1].iris) points[3 * i]! += 0.2 * 54;
  const far = createEyes(photo, [{ ...person(still, () => 0.5), face: { ...face, points } }])(0.3);
  const near = createEyes(photo, [{ ...person(still, () => 0.07), face: { ...face, points } }])(0.3);
  expect(far).toHaveLength(2);
  expect(far.map(({ rgb }) => Buffer.from(rgb).toString('base64'))).toEqual(
    near.map(({ rgb }) => Buffer.from(rgb).toString('base64')),
  );
});

test('each person blinks at different times', () => {
  const late: Curve = (phase) => (phase > 0.3 ? 1 : 0);
  const eyes = createEyes(photo, [person(once), { ...person(late), face: drawnFace(200, 700, 120) }]);
  expect(eyes(0.25)).toHaveLength(2);
  expect(eyes(0.35)).toHaveLength(2);
  expect(eyes(0.5)).toHaveLength(2);
});

test('both eyes stay unchanged if one may not blink or lies outside the frame', () => {
  const points = face.points.slice();
  const { upper, lower } = eyeIndices[1];
  lower.forEach((i, k) => {
    points[3 * i + 1] = points[3 * upper[k]! + 1]! + 1;
  });
  const winking = { ...person(once), face: { ...face, points } };
  const halfOutside = { ...person(once), face: drawnFace(768, 400, 200) };
  const eyes = createEyes(photo, [winking, halfOutside]);
  expect(eyes(0.3)).toEqual([]);
  expect(createEyes(photo, [])(0.3)).toEqual([]);
});
