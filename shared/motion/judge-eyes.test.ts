import { expect, test } from 'vitest';
import { drawPortrait, faceCentre, type PortraitColours } from '#tests/support/drawn-portrait.ts';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import type { Face } from '../vision/face-mesh.ts';
import { eyeIndices, points as at } from '../vision/landmarks.ts';
import { judgeEyes } from './judge-eyes.ts';
import { headOf } from './head.ts';
import type { RgbPicture } from './plane.ts';

const width = 270;
const face = drawnFace(faceCentre.x * 768, faceCentre.y * 960, width);

function gateOf(photo: RgbPicture, of: Face = face) {
  return judgeEyes(photo, headOf(of)).gate;
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
  expect(gateOf(photo, drawnFace(face.x, face.y, 36))).toBe('small');
  const turned = withPoints((points) => {
    points.set([points[3 * at.rightTemple]! - 10, points[3 * at.rightTemple + 1]!], 3 * at.noseTip);
  });
  expect(gateOf(photo, turned)).toBe('turned');
});

const plain = (columns: number, rows: number): RgbPicture => ({
  width: columns,
  height: rows,
  data: new Uint8Array(3 * columns * rows).fill(150),
});

test.each([
  [768, 960, 8, null],
  [768, 960, 7.9, 'small'],
  [1920, 1536, 16, null],
  [1920, 1536, 15.9, 'small'],
])('in a photo of %d by %d pixels, with eyes %d pixels wide: %s', (columns, rows, eye, gate) => {
  const small = withPoints((points) => {
    for (const { upper, lower, brow, iris } of eyeIndices)
      for (const i of new Set([...upper, ...lower, ...brow, ...iris]))
        for (const axis of [0, 1]) points[3 * i + axis] = 400 + (points[3 * i + axis]! - 400) * (eye / 54);
  });
  expect(gateOf(plain(columns, rows), small)).toBe(gate);
});

test.each([
  [0, 33, null],
  [0, 32, 'turned'],
  [1, 33, null],
  [1, 32, 'turned'],
])('one eye is 54 pixels wide, the other (%d) %d: %s', (index, eye, gate) => {
  const { upper, lower } = eyeIndices[index]!;
  const narrow = withPoints((points) => {
    const from = points[3 * upper[0]!]!;
    for (const i of new Set([...upper, ...lower]))
      points[3 * i] = from + (points[3 * i]! - from) * (eye / 54);
  });
  expect(gateOf(plain(768, 960), narrow)).toBe(gate);
});

/** The face with the lids of its eyes, 54 pixels wide, this far apart. */
const opened = (...apart: readonly number[]): Face =>
  withPoints((points) => {
    for (const [index, { upper, lower }] of eyeIndices.entries())
      for (let k = 1; k < lower.length - 1; k++)
        points[3 * lower[k]! + 1] = points[3 * upper[k]! + 1]! + apart[index]!;
  });

test.each([
  [10, 10, null],
  [5.2, 5.2, null],
  [4.8, 5.2, 'shut'],
  [5.2, 4.8, 'shut'],
  [20, 12.2, null],
  [20, 11.2, 'unequal'],
  [11.2, 20, 'unequal'],
])('the lids of eyes 54 pixels wide are %d and %d pixels apart: %s', (left, right, gate) => {
  expect(gateOf(plain(768, 960), opened(left, right))).toBe(gate);
});

test.each([
  [20, 1, 1],
  [9.2, 1, 1],
  [7.86, 0.75, 0.6667],
  [6.5, 0.5, 0.3333],
  [5.2, 0.5, 0.3333],
  [4.8, 0, 0],
])('lids %d pixels apart, of 54, close by a share of %d and look aside by %d', (apart, blink, gaze) => {
  const verdict = judgeEyes(plain(768, 960), headOf(opened(apart, apart)));
  expect(verdict.blink).toBeCloseTo(blink, 1);
  expect(verdict.gaze).toBeCloseTo(gaze, 1);
});

test.each([
  [40, 10, null],
  [10, 40, null],
  [41, 10, 'turned'],
  [10, 41, 'turned'],
])('the nose is %d pixels from the left temple and %d from the right: %s', (left, right, gate) => {
  const turned = withPoints((points) => {
    points.set([400, 420], 3 * at.noseTip);
    points.set([400 - left, 420], 3 * at.leftTemple);
    points.set([400, 420 + right], 3 * at.rightTemple);
  });
  expect(gateOf(plain(768, 960), turned)).toBe(gate);
});

test('eyes behind glasses look aside, and do not blink', () => {
  const glasses = [bridge, ...sides.flatMap((side) => [rimOf(side), armOf(side)])];
  const photo = withLines(drawPortrait(768, 960), glasses, { thickness: 5, colour: [16, 14, 14] });
  expect(judgeEyes(photo, headOf(face))).toMatchObject({ gate: 'glasses', blink: 0, gaze: 1 });
});

/** A dark fringe over the forehead, down to `v` face widths from the face's centre. */
const fringeTo = (v: number): RgbPicture => {
  const { data, ...size } = drawPortrait(768, 960);
  const drawn = data.slice();
  for (let y = Math.round(face.y - 0.6 * width); y < face.y + v * width; y++)
    for (let x = Math.round(face.x - 0.4 * width); x < face.x + 0.4 * width; x++)
      drawn.set([30, 20, 18], 3 * (y * size.width + x));
  return { ...size, data: drawn };
};

test('lids under a fringe stay open, and its eyes look aside; above the brows it does not count', () => {
  expect(judgeEyes(fringeTo(-0.2), headOf(face))).toMatchObject({ gate: 'covered', blink: 0, gaze: 1 });
  expect(gateOf(fringeTo(-0.32))).toBeNull();
});
