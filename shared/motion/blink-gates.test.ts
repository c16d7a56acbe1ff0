import { expect, test } from 'vitest';
import { drawPortrait, faceCentre, type PortraitColours } from '../../tests/support/drawn-portrait.ts';
import { drawnFace } from '../../tests/support/drawn-detection.ts';
import type { Face } from '../vision/face-mesh.ts';
import { eyeIndices, points as at } from '../vision/landmarks.ts';
import { judgeBlink } from './blink-gates.ts';
import { headOf } from './head.ts';
import type { RgbPicture } from './plane.ts';

const width = 270;
const face = drawnFace(faceCentre.x * 768, faceCentre.y * 960, width);

function gateOf(photo: RgbPicture, of: Face = face) {
  return judgeBlink(photo, headOf(of)).gate;
}

function withPoints(change: (points: Float32Array) => void): Face {
  const points = face.points.slice();
  change(points);
  return { ...face, points };
}

const people: Record<string, Partial<PortraitColours>> = {
  'light skin': {},
  'dark skin': { skin: [84, 52, 38], hair: [22, 17, 16], backdrop: [190, 160, 128] },
  'dark skin before a dark wall': { skin: [78, 50, 38], hair: [20, 16, 14], backdrop: [40, 34, 32] },
  'pale skin and hair': { skin: [238, 214, 196], hair: [214, 178, 116], backdrop: [246, 242, 234] },
};

test.each(Object.entries(people))('a bare face may blink: %s', (_name, colours) => {
  expect(gateOf(drawPortrait(768, 960, colours))).toBeNull();
});

test('a damaged print may blink: cracks across forehead and cheek are not glasses', () => {
  const photo = drawPortrait(768, 960);
  const data = photo.data.slice();
  for (let x = 0; x < 768; x++) {
    const y = Math.round(face.y - 0.35 * width + 0.1 * (x - face.x));
    for (let k = 0; k < 2; k++) data.set([250, 245, 235], 3 * ((y + k) * 768 + x));
  }
  expect(gateOf({ ...photo, data })).toBeNull();
});

/** Draws lines of this colour on a portrait; places are in face widths from the centre of the face. */
function withLines(
  { data, ...size }: RgbPicture,
  lines: readonly (readonly (readonly [u: number, v: number])[])[],
  { thickness, colour }: { thickness: number; colour: readonly [number, number, number] },
): RgbPicture {
  const drawn = data.slice();
  const dot = (u: number, v: number): void => {
    const [column, row] = [Math.round(face.x + u * width), Math.round(face.y + v * width)];
    const first = -Math.floor(thickness / 2);
    for (let y = first; y < first + thickness; y++)
      for (let x = first; x < first + thickness; x++)
        drawn.set(colour, 3 * ((row + y) * size.width + column + x));
  };
  for (const line of lines)
    for (const [k, [u, v]] of line.entries()) {
      const [toU, toV] = line[k + 1] ?? [u, v];
      for (let t = 0; t < 1; t += 0.005) dot(u + (toU - u) * t, v + (toV - v) * t);
    }
  return { ...size, data: drawn };
}

const sides = [-1, 1];
const bridge = [
  [-0.06, -0.143],
  [0.06, -0.143],
] as const;
const rimOf = (side: number) =>
  Array.from({ length: 64 }, (_, k): readonly [number, number] => {
    const turn = (2 * Math.PI * k) / 63;
    return [0.2 * side + 0.15 * Math.cos(turn), -0.104 + 0.13 * Math.sin(turn)];
  });
const armOf = (side: number) =>
  [
    [0.35 * side, -0.12],
    [0.46 * side, -0.11],
  ] as const;

test.each(Object.entries(people))('detects glasses: %s', (_name, colours) => {
  const glasses = [bridge, ...sides.flatMap((side) => [rimOf(side), armOf(side)])];
  const photo = withLines(drawPortrait(768, 960, colours), glasses, { thickness: 5, colour: [16, 14, 14] });
  expect(gateOf(photo)).toBe('glasses');
});

/** A little darker than the skin. */
const faint = { thickness: 4, colour: [180, 136, 100] } as const;
const bag = [
  [-0.28, -0.02],
  [-0.2, 0.01],
  [-0.12, -0.01],
] as const;

test('a wrinkle across the bridge of the nose and a bag under an eye are not glasses', () => {
  expect(gateOf(withLines(drawPortrait(768, 960), [bridge, bag], faint))).toBeNull();
});

test('detects faint glasses on the same face by an arm at one temple', () => {
  const lines = [bridge, bag, rimOf(-1), rimOf(1), armOf(1)];
  expect(gateOf(withLines(drawPortrait(768, 960), lines, faint))).toBe('glasses');
});

test('detects a pince-nez, which has no arms', () => {
  const lines = [bridge, rimOf(-1), rimOf(1)];
  const photo = withLines(drawPortrait(768, 960), lines, { thickness: 5, colour: [16, 14, 14] });
  expect(gateOf(photo)).toBe('glasses');
});

test('eyes that are shut, tiny, or hidden by the turn of the head are left unchanged', () => {
  const photo = drawPortrait(768, 960);
  const shut = withPoints((points) => {
    for (const { upper, lower } of eyeIndices)
      lower.forEach((i, k) => {
        points[3 * i + 1] = points[3 * upper[k]! + 1]! + 2;
      });
  });
  expect(gateOf(photo, shut)).toBe('shut');
  expect(gateOf(photo, drawnFace(face.x, face.y, 38))).toBe('small');
  const turned = withPoints((points) => {
    points.set([points[3 * at.rightTemple]! - 10, points[3 * at.rightTemple + 1]!], 3 * at.noseTip);
  });
  expect(gateOf(photo, turned)).toBe('turned');
});

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
  return judgeBlink(photoOf(of, grey), headOf(of)).glasses;
}

const none = { bridge: 0, left: 0, right: 0, leftArm: 0, rightArm: 0 };
const all = { bridge: 9, left: 20, right: 20, leftArm: 20, rightArm: 20 };
test.each([
  // The line's share of the contrast, 0.09 of at least 0.18 and 0.075, 0.11 of at least 0.105, 0.06 of at least 0.065.
  ['nothing', 0, none, 0],
  ['a faint line on the bridge alone', 0, { ...none, bridge: 9 }, 0.47],
  ['a strong line on the bridge alone', 0, { ...none, bridge: 27 }, 1.4101],
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

test.each([
  ['at the lower end of the bridge', 0, 0.128, 0.045, 0.5],
  ['across three quarters of the bridge', 0, 0.0176, 0.0225, 0.3525],
  ['across three quarters of a tilted bridge', 0.5, 0.0176, 0.0225, 0.3617],
])('how visible glasses are by a line %s', (_name, angle, place, end, glasses) => {
  const grey = (u: number, v: number): number => {
    if (v > 0.6) return 50;
    return 150 + (Math.abs(v - place) < 0.0132 && u > -0.08 && u < end ? 9 : 0);
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
      return 150 + (Math.abs(v - 0.0176) < 0.0132 && Math.abs(u) < 0.08 ? 9 : 0);
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
  ['right', 250, 480],
  ['lower', 480, 240],
])('glasses are as visible in a face that the %s edge of the photo cuts off', (_name, columns, rows) => {
  const of = faceAt(0);
  const { data } = photoOf(of, (u, v) => {
    if (u < -0.75) return 50;
    return 150 + (Math.abs(v - 0.0176) < 0.0132 && Math.abs(u) < 0.08 ? 9 : 0);
  });
  const cut = new Uint8Array(3 * columns * rows);
  for (let y = 0; y < rows; y++)
    cut.set(data.subarray(3 * 480 * y, 3 * (480 * y + columns)), 3 * columns * y);
  const photo = { width: columns, height: rows, data: cut };
  expect(judgeBlink(photo, headOf(of)).glasses).toBeCloseTo(2.3502, 4);
});

const plain = (columns: number, rows: number): RgbPicture => ({
  ...{ width: columns, height: rows },
  data: new Uint8Array(3 * columns * rows).fill(150),
});

test.each([
  [768, 960, 8, null],
  [768, 960, 7.9, 'small'],
  [1920, 1536, 16, null],
  [1920, 1536, 15.9, 'small'],
])('in a photo of %d by %d pixels, with one eye %d pixels wide: %s', (columns, rows, eye, gate) => {
  const { upper, lower } = eyeIndices[1];
  const narrow = withPoints((points) => {
    for (const i of [...upper.slice(1, -1), ...lower.slice(1, -1)])
      points[3 * i] = 400 + (points[3 * i]! - points[3 * upper.at(-1)!]!) * (eye / 54);
    points.set([400, 400], 3 * upper.at(-1)!);
    points.set([400 + eye, 400], 3 * upper[0]!);
  });
  expect(gateOf(plain(columns, rows), narrow)).toBe(gate);
});

test.each([
  [0, 6.6, null],
  [0, 6.4, 'shut'],
  [1, 6.6, null],
  [1, 6.4, 'shut'],
])('the lids of one eye 54 pixels wide (%d) are %d pixels apart: %s', (eye, open, gate) => {
  const { upper, lower } = eyeIndices[eye]!;
  const narrow = withPoints((points) => {
    for (let k = 1; k < lower.length - 1; k++) points[3 * lower[k]! + 1] = points[3 * upper[k]! + 1]! + open;
  });
  expect(gateOf(plain(768, 960), narrow)).toBe(gate);
});

test.each([
  [60, 10, null],
  [10, 60, null],
  [61, 10, 'turned'],
  [10, 61, 'turned'],
])('the nose is %d pixels from the left temple and %d from the right: %s', (left, right, gate) => {
  const turned = withPoints((points) => {
    points.set([400, 420], 3 * at.noseTip);
    points.set([400 - left, 420], 3 * at.leftTemple);
    points.set([400, 420 + right], 3 * at.rightTemple);
  });
  expect(gateOf(plain(768, 960), turned)).toBe(gate);
});
