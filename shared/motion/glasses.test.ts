import { expect, test } from 'vitest';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import type { Face } from '../vision/face-mesh.ts';
import { points as at } from '../vision/landmarks.ts';
import { glassesIn } from './glasses.ts';
import { headOf } from './head.ts';
import type { RgbPicture } from './plane.ts';

const width = 270;

/** A face at (240, 250) in a photo of 480 by 480 pixels, rotated by this angle, clockwise as seen. */
function faceAt(angle: number): Face {
  const upright = drawnFace(240, 250, width);
  const points = upright.points.slice();
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (let i = 0; i < points.length; i += 3) {
    const [x, y] = [upright.points[i]! - 240, upright.points[i + 1]! - 250];
    points.set([240 + x * cos - y * sin, 250 + x * sin + y * cos], i);
  }
  return { ...upright, points, angle };
}

/**
 * A photo whose grey levels are a function of the position: `u` to the right and `v` downwards from the middle between
 * the eyes of the face, in widths of its head (266 pixels).
 */
function photoOf(of: Face, grey: (u: number, v: number) => number): RgbPicture {
  const { cos, sin, width: unit } = headOf(of);
  const middle = (axis: 0 | 1) =>
    (of.points[3 * at.leftEyeInner + axis]! + of.points[3 * at.rightEyeInner + axis]!) / 2;
  const data = new Uint8Array(3 * 480 * 480);
  for (let i = 0; i < 480 * 480; i++) {
    const [x, y] = [((i % 480) - middle(0)) / unit, (Math.floor(i / 480) - middle(1)) / unit];
    data.fill(grey(x * cos + y * sin, y * cos - x * sin), 3 * i, 3 * i + 3);
  }
  return { width: 480, height: 480, data };
}

/**
 * How much brighter than the skin glasses are: on the bridge of the nose, at the rim under each eye, and at the arm
 * beside each eye.
 */
interface Rims {
  bridge: number;
  left: number;
  right: number;
  leftArm: number;
  rightArm: number;
}

/** Skin of grey level 150 with a beard of 50, and lines seven pixels thick on it. */
const bearded =
  ({ bridge, left, right, leftArm, rightArm }: Rims) =>
  (u: number, v: number): number => {
    const isLine = (at: number) => Math.abs(v - at) < 0.0132;
    if (v > 0.6) return 50;
    if (Math.abs(u) < 0.08) return 150 + (isLine(0.0176) ? bridge : 0);
    if (Math.abs(u) > 0.37) return 150 + (isLine(-0.06) ? (u < 0 ? leftArm : rightArm) : 0);
    return 150 + (isLine(0.18) ? (u < 0 ? left : right) : 0);
  };

function glassesOf(of: Face, grey: (u: number, v: number) => number): number {
  return glassesIn(photoOf(of, grey), headOf(of));
}

const none = { bridge: 0, left: 0, right: 0, leftArm: 0, rightArm: 0 };
const all = { bridge: 9, left: 20, right: 20, leftArm: 20, rightArm: 20 };
test.each([
  // The line's share of the contrast, 0.09 of at least 0.18 and 0.075, 0.11 of at least 0.105, 0.06 of at least 0.065.
  ['nothing', 0, none, 0],
  ['a strong line on the bridge alone, as of a fringe', 0, { ...none, bridge: 27 }, 0],
  ['a faint line on the bridge, and a rim', 0, { ...none, bridge: 9, left: 40 }, 0.47],
  ['a strong line on the bridge, and a rim', 0, { ...none, bridge: 27, left: 40 }, 1.4101],
  [
    'a strong line on the bridge, and two arms',
    0,
    { ...none, bridge: 27, leftArm: 20, rightArm: 20 },
    1.4101,
  ],
  ['a strong line on the bridge, and one arm', 0, { ...none, bridge: 27, rightArm: 20 }, 0],
  ['lines under both eyes alone, as of bags', 0, { ...none, left: 40, right: 40 }, 0],
  ['lines on the bridge and beside both eyes', 0, { ...all, left: 0, right: 0 }, 0.47],
  ['lines on the bridge and under both eyes', 0, { ...all, leftArm: 0, rightArm: 0 }, 0.47],
  ['the right rim is missing', 0, { ...all, left: 11, right: 0 }, 0.9857],
  ['the left rim is missing', 0, { ...all, left: 0, right: 11 }, 0.9857],
  ['the right arm is missing', 0, { ...all, leftArm: 6, rightArm: 0 }, 0.7159],
  ['the left arm is missing', 0, { ...all, leftArm: 0, rightArm: 6 }, 0.7159],
  ['all lines', 0, all, 1.1281],
  ['dark lines', 0, { bridge: -9, left: -20, right: -20, leftArm: -20, rightArm: -20 }, 1.1281],
  ['all lines across a tilted face', 0.5, all, 1.1652],
])('how visible glasses are: %s', (_name, angle, rims, glasses) => {
  expect(glassesOf(faceAt(angle), bearded(rims))).toBeCloseTo(glasses, 4);
});

/** A plain rim under the left eye, which makes a line on the bridge count. */
const rimAt = (u: number, v: number): number =>
  u > -0.37 && u < -0.08 && Math.abs(v - 0.18) < 0.0132 ? 60 : 0;

test.each([
  ['at the lower end of the bridge', 0, 0.128, 0.045, 0.5],
  ['across three quarters of the bridge', 0, 0.0176, 0.0225, 0.3525],
  ['across three quarters of a tilted bridge', 0.5, 0.0176, 0.0225, 0.3617],
])('how visible glasses are by a line %s', (_name, angle, place, end, glasses) => {
  const grey = (u: number, v: number): number => {
    if (v > 0.6) return 50;
    return 150 + rimAt(u, v) + (Math.abs(v - place) < 0.0132 && u > -0.08 && u < end ? 9 : 0);
  };
  expect(glassesOf(faceAt(angle), grey)).toBeCloseTo(glasses, 4);
});

test('a face that gets evenly darker towards the chin has no glasses', () => {
  const grey = (_u: number, v: number) => 200 - 265.9 * Math.min(0.45, Math.max(-0.25, v));
  expect(glassesOf(faceAt(0), grey)).toBeCloseTo(0, 3);
});

test.each([
  ['with nothing dark in it', () => false, 2.3502],
  ['with hair at its right edge', (u: number) => u > 0.433 && u < 0.6, 0.47],
  ['with hair at its lower edge', (_u: number, v: number) => v > 0.65 && v < 0.9, 0.47],
])(
  'a line counts as much as it stands out from the contrast of the face: one %s',
  (_name, isDark, glasses) => {
    const grey = (u: number, v: number): number => {
      if (isDark(u, v)) return 50;
      return 150 + rimAt(u, v) + (Math.abs(v - 0.0176) < 0.0132 && Math.abs(u) < 0.08 ? 9 : 0);
    };
    expect(glassesOf(faceAt(0), grey)).toBeCloseTo(glasses, 4);
  },
);

test('a line counts as much across light that falls from the side', () => {
  const grey = (u: number, v: number): number =>
    Math.min(255, Math.max(0, 120 + 265.9 * u)) + (Math.abs(v - 0.0176) < 0.0132 ? 24 : 0);
  expect(glassesOf(faceAt(0), grey)).toBeCloseTo(0.523, 4);
});

test.each([
  ['right', 250, 480, 'a rim', 5.6405],
  ['lower', 480, 240, 'two arms', 2.3502],
])(
  'glasses are visible in a face that the %s edge of the photo cuts off',
  (_name, columns, rows, _with, glasses) => {
    const of = faceAt(0);
    const { data } = photoOf(of, (u, v) => {
      if (u < -0.75) return 50;
      if (Math.abs(u) > 0.37) return 150 + (Math.abs(v + 0.06) < 0.0132 ? 60 : 0);
      return 150 + rimAt(u, v) + (Math.abs(v - 0.0176) < 0.0132 && Math.abs(u) < 0.08 ? 9 : 0);
    });
    const cut = new Uint8Array(3 * columns * rows);
    for (let y = 0; y < rows; y++)
      cut.set(data.subarray(3 * 480 * y, 3 * (480 * y + columns)), 3 * columns * y);
    const photo = { width: columns, height: rows, data: cut };
    expect(glassesIn(photo, headOf(of))).toBeCloseTo(glasses, 3);
  },
);
