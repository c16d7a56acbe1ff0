import { expect, test } from 'vitest';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import type { Face } from '../vision/face-mesh.ts';
import { eyeIndices } from '../vision/landmarks.ts';
import { type Eye, eyeOf, patchOf } from './eye.ts';

const face = drawnFace(384, 400, 270);

/** The face rotated about the centre of the picture by this angle, clockwise as seen. */
function turned(angle: number): Face {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const points = face.points.slice();
  for (let i = 0; i < points.length; i += 3) {
    const [x, y] = [face.points[i]! - 384, face.points[i + 1]! - 480];
    points.set([384 + x * cos - y * sin, 480 + x * sin + y * cos], i);
  }
  return { ...face, points, angle };
}

test.each([
  ['left', 0, 303],
  ['right', 1, 411],
] as const)('the %s eye is measured from its left corner, in multiples of its width', (_side, index, x) => {
  const eye = eyeOf(face, eyeIndices[index]);
  expect(eye.x).toBeCloseTo(x, 3);
  expect(eye.y).toBeCloseTo(364.9, 3);
  expect(eye.width).toBeCloseTo(54, 3);
  expect([eye.cos, eye.sin]).toEqual([1, 0]);
  expect(eye.upper(0.5)).toBeCloseTo(-0.195, 4);
  expect(eye.lower(0.5)).toBeCloseTo(0.1625, 4);
  expect(eye.brow(0.5)).toBeCloseTo(-0.715, 4);
  expect(eye.opening).toBeCloseTo(0.3575, 4);
  for (const corner of [0, 1]) {
    expect(eye.upper(corner)).toBeCloseTo(0, 6);
    expect(eye.lower(corner)).toBeCloseTo(0, 6);
  }
  expect(eye.iris.s).toBeCloseTo(0.5, 4);
  expect(eye.iris.v).toBeCloseTo(0, 4);
  expect(eye.iris.radius).toBeCloseTo(0.15, 3);
});

test.each([0.5, -0.7, 1.6, -1.6, 3.1])('a face that is tilted by %d has the same eyes', (angle) => {
  for (const indices of eyeIndices) {
    const [upright, tilted] = [eyeOf(face, indices), eyeOf(turned(angle), indices)];
    expect(tilted.width).toBeCloseTo(54, 3);
    expect(tilted.cos).toBeCloseTo(Math.cos(angle), 5);
    expect(tilted.sin).toBeCloseTo(Math.sin(angle), 5);
    for (const s of [0.1, 0.3, 0.5, 0.8]) {
      expect(tilted.upper(s)).toBeCloseTo(upright.upper(s), 3);
      expect(tilted.lower(s)).toBeCloseTo(upright.lower(s), 3);
      expect(tilted.brow(s)).toBeCloseTo(upright.brow(s), 3);
    }
    expect(tilted.iris.s).toBeCloseTo(0.5, 3);
    expect(tilted.iris.v).toBeCloseTo(0, 3);
    expect(tilted.iris.radius).toBeCloseTo(upright.iris.radius, 3);
  }
});

test('an eye that looks aside has its iris there, with its radius measured from centre to rim', () => {
  const points = face.points.slice();
  for (const i of eyeIndices[0].iris) points[3 * i]! += 5.4;
  expect(eyeOf({ ...face, points }, eyeIndices[0]).iris.s).toBeCloseTo(0.6, 4);
  const [centre] = eyeIndices[0].iris;
  const uneven = face.points.slice();
  uneven[3 * centre!]! += 2.7;
  const { iris } = eyeOf({ ...face, points: uneven }, eyeIndices[0]);
  // A fifth of the centre's shift, because it is one of five points.
  expect(iris.s).toBeCloseTo(0.51, 4);
});

test('a brow that turns back on itself still yields one height per place', () => {
  const points = face.points.slice();
  const [first, second] = eyeIndices[0].brow;
  points[3 * second!] = points[3 * first!]!;
  const { brow } = eyeOf({ ...face, points }, eyeIndices[0]);
  for (let s = -0.2; s <= 1.2; s += 0.1) expect(brow(s)).toBeLessThan(-0.4);
});

const frame = { width: 400, height: 300 };
const eyeAt = (x: number, y: number, angle = 0): Eye => ({
  ...eyeOf(face, eyeIndices[0]),
  x,
  y,
  width: 40,
  cos: Math.cos(angle),
  sin: Math.sin(angle),
});

test('a blink changes a patch around the eye, including brow and cheek', () => {
  expect(patchOf(eyeAt(100, 100), frame)).toEqual({ left: 90, top: 60, width: 62, height: 66 });
  expect(patchOf(eyeAt(101, 101), frame)).toEqual({ left: 90, top: 60, width: 62, height: 66 });
  // When rotated by 90 degrees, its width and height swap.
  expect(patchOf(eyeAt(101, 101, Math.PI / 2), frame)).toEqual({ left: 76, top: 90, width: 66, height: 62 });
});

test('the patch is clipped at the frame’s edge, and there is none outside', () => {
  expect(patchOf(eyeAt(5, 20), frame)).toEqual({ left: 0, top: 0, width: 56, height: 46 });
  expect(patchOf(eyeAt(380, 290), frame)).toEqual({ left: 370, top: 250, width: 30, height: 50 });
  expect(patchOf(eyeAt(-60, 100), frame)).toBeNull();
  expect(patchOf(eyeAt(408, 100), frame)).toBeNull();
  expect(patchOf(eyeAt(100, -30), frame)).toBeNull();
  expect(patchOf(eyeAt(100, 338), frame)).toBeNull();
  expect(patchOf(eyeAt(406, 100), frame)).toEqual({ left: 396, top: 60, width: 4, height: 66 });
});
