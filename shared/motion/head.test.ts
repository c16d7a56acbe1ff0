import { beforeEach, expect, test } from 'vitest';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import type { Face } from '../vision/face-mesh.ts';
import { points as at } from '../vision/landmarks.ts';
import { createGrid, type Movement } from './grid.ts';
import { type Head, headOf, isMouthClosed, moveHead } from './head.ts';
import { createRhythm, type Rhythm } from './rhythm.ts';

const grid = createGrid({ width: 768, height: 960 }, 8);
const rhythm = createRhythm(1, 0, false);
const face = drawnFace(384, 400, 270);
const head = headOf(face);

/** Head movements, computed once per test. */
const made = new Map<string, Movement[]>();
beforeEach(() => made.clear());

function movementsOf(of: Head, liveliness: number, smiles: boolean): Movement[] {
  const key = [of.sin, liveliness, smiles].join();
  const movements = made.get(key) ?? moveHead(grid, of, rhythm, liveliness, smiles);
  made.set(key, movements);
  return movements;
}

/** The source offset of a position at the peak of one part of the rhythm: pixels right and down. */
function moved(
  part: keyof Rhythm,
  x: number,
  y: number,
  { of = head, liveliness = 1, smiles = true }: { of?: Head; liveliness?: number; smiles?: boolean } = {},
): [right: number, down: number] {
  const movement = movementsOf(of, liveliness, smiles).find(({ curve }) => curve === rhythm[part]);
  if (!movement) return [0, 0];
  const [column, row] = [Math.round(x / 8) - movement.left, Math.round(y / 8) - movement.top];
  if (column < 0 || row < 0 || column >= movement.columns || row >= movement.rows) return [0, 0];
  const i = row * movement.columns + column;
  return [movement.x[i]!, movement.y[i]!];
}

function withPoint(index: number, x: number, y: number, z = 0): Face {
  const points = face.points.slice();
  points.set([x, y, z], 3 * index);
  return { ...face, points };
}

/** The face rotated about its centre by this angle, clockwise as seen. */
function tilted(angle: number): Face {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const points = face.points.slice();
  for (let i = 0; i < points.length; i += 3) {
    const [x, y] = [face.points[i]! - 384, face.points[i + 1]! - 400];
    points.set([384 + x * cos - y * sin, 400 + x * sin + y * cos], i);
  }
  return { ...face, points, angle };
}

test('a head is measured between temples, forehead and chin', () => {
  expect(head.x).toBeCloseTo(384, 3);
  // The drawn temples are slightly above the centre.
  expect(head.y).toBeCloseTo(384.76, 2);
  expect(head.width).toBeCloseTo(265.9, 1);
  expect(head.height).toBeCloseTo(351, 0);
  expect([head.cos, head.sin]).toEqual([1, 0]);
  const lower = headOf(withPoint(at.chin, 384, 615.5));
  expect(lower.height).toBeCloseTo(391, 0);
  expect(lower.y).toBeCloseTo(394.76, 2);
});

test('in profile a head is three quarters as deep as it is high', () => {
  const points = face.points.slice();
  for (const i of [at.leftTemple, at.rightTemple]) points[3 * i] = 384;
  expect(headOf({ ...face, points }).width).toBeCloseTo(263.25, 1);
});

test('when the head turns, near parts move most: nose, cheek, ear, hair, and distant parts not at all', () => {
  const across = (x: number): number => moved('yaw', x, 400)[0];
  const [nose, cheek, ear, hair] = [across(384), across(296), across(248), across(176)];
  // 5.2 degrees for a face 270 pixels wide whose nose is 120 pixels nearer than its rim.
  expect(nose).toBeGreaterThan(-11.1);
  expect(nose).toBeLessThan(-10.3);
  expect(cheek).toBeLessThan(-6);
  expect(cheek).toBeGreaterThan(-10);
  expect(ear).toBeLessThan(-1.3);
  expect(ear).toBeGreaterThan(-6);
  expect(hair).toBeLessThan(-0.05);
  expect(hair).toBeGreaterThan(-1.3);
  expect(across(104)).toBeCloseTo(0, 6);
  expect(across(664)).toBeCloseTo(0, 6);
  expect(across(472)).toBeCloseTo(cheek, 0);
  expect(across(592)).toBeCloseTo(hair, 0);
  expect(moved('yaw', 384, 400)[1]).toBeCloseTo(0, 6);
});

test('hair on top follows a turn, the neck less', () => {
  const [hair, neck] = [moved('yaw', 384, 144)[0], moved('yaw', 384, 656)[0]];
  expect(hair).toBeLessThan(-0.3);
  expect(neck).toBeGreaterThan(0.5 * hair);
  expect(neck).toBeLessThanOrEqual(0);
  expect(moved('yaw', 384, 24)[0]).toBeCloseTo(0, 6);
  expect(moved('yaw', 384, 776)[0]).toBeCloseTo(0, 6);
});

test('when the head nods, the face moves down and the rim stays behind', () => {
  const nose = moved('nod', 384, 400);
  expect(nose[0]).toBeCloseTo(0, 6);
  // 2.8 degrees for the same depth.
  expect(nose[1]).toBeGreaterThan(-6);
  expect(nose[1]).toBeLessThan(-5.5);
  expect(moved('nod', 248, 400)[1]).toBeGreaterThan(-3.3);
  expect(moved('nod', 248, 400)[1]).toBeLessThan(-0.7);
});

test('a tilted head turns and nods along its own axes', () => {
  const of = headOf(tilted(Math.PI / 2));
  const [turn, nod] = [moved('yaw', 384, 400, { of }), moved('nod', 384, 400, { of })];
  expect(turn[0]).toBeCloseTo(0, 3);
  expect(turn[1]).toBeCloseTo(moved('yaw', 384, 400)[0], 0);
  expect(nod[0]).toBeCloseTo(-moved('nod', 384, 400)[1], 0);
  expect(nod[1]).toBeCloseTo(0, 3);
});

test('more liveliness turns a head further, up to six degrees, and nods up to three', () => {
  const usual = { yaw: moved('yaw', 384, 400)[0], nod: moved('nod', 384, 400)[1] };
  expect(moved('yaw', 384, 400, { liveliness: 0.65 })[0] / usual.yaw).toBeCloseTo(0.65, 4);
  expect(moved('yaw', 384, 400, { liveliness: 5 })[0] / usual.yaw).toBeCloseTo(6 / 5.2, 4);
  expect(moved('nod', 384, 400, { liveliness: 0.65 })[1] / usual.nod).toBeCloseTo(0.65, 4);
  expect(moved('nod', 384, 400, { liveliness: 5 })[1] / usual.nod).toBeCloseTo(3 / 2.8, 4);
  const roll = moved('roll', 384, 400)[0];
  expect(moved('roll', 384, 400, { liveliness: 1.3 })[0] / roll).toBeCloseTo(1.3, 4);
});

test.each([
  [135, 1, 1.04],
  [70, 1.57, 2],
  [40, 2, 3.5],
])('a head of %d pixels turns %d times and tilts %d times as far as a large one', (width, turn, tilt) => {
  const small = moveHead(grid, headOf(drawnFace(384, 400, width)), rhythm, 1, false);
  const large = moveHead(grid, headOf(drawnFace(384, 400, 270)), rhythm, 1, false);
  const most = ([yaw, , roll]: Movement[]) =>
    [yaw!, roll!].map(({ x }) => x.reduce((sum, value) => Math.max(sum, Math.abs(value)), 0));
  const [smallTurn, smallTilt] = most(small);
  const [largeTurn, largeTilt] = most(large);
  // The grid samples a small head coarsely.
  expect((smallTurn! / largeTurn!) * (270 / width)).toBeGreaterThan(0.75 * turn);
  expect((smallTurn! / largeTurn!) * (270 / width)).toBeLessThan(1.1 * turn);
  expect((smallTilt! / largeTilt!) * (270 / width)).toBeGreaterThan(0.85 * tilt);
  expect((smallTilt! / largeTilt!) * (270 / width)).toBeLessThan(1.1 * tilt);
});

test('the head tilts rigidly about the neck', () => {
  // 1.3 degrees; the neck is 283 pixels below.
  expect(moved('roll', 384, 400)[0]).toBeCloseTo(-6.42, 1);
  expect(moved('roll', 384, 400)[1]).toBeCloseTo(0, 3);
  expect(moved('roll', 384, 280)[0]).toBeCloseTo(-9.15, 1);
  expect(moved('roll', 464, 400)[1]).toBeCloseTo(-1.815, 2);
  expect(moved('roll', 304, 400)[1]).toBeCloseTo(1.815, 2);
  expect(moved('roll', 384, 840)[0]).toBeCloseTo(0, 3);
  expect(moved('roll', 744, 400)[1]).toBeCloseTo(0, 3);
  const of = headOf(tilted(Math.PI / 2));
  expect(moved('roll', 384, 400, { of })[0]).toBeCloseTo(0, 1);
  expect(moved('roll', 384, 400, { of })[1]).toBeCloseTo(-6.42, 1);
});

test('the head rises slightly with the breath, its surroundings do not', () => {
  expect(moved('breath', 384, 400)).toEqual([0, expect.closeTo(2.106, 2)]);
  expect(moved('breath', 384, 400, { liveliness: 0.65 })[1]).toBeCloseTo(1.369, 2);
  expect(moved('breath', 384, 800)[1]).toBeCloseTo(0, 3);
  // A head's centre of mass is slightly above the centre of its face.
  expect(moved('breath', 384, 160)[1]).toBeGreaterThan(moved('breath', 384, 640)[1] + 0.05);
});

test('in a smile the corners of the mouth move out and up with the cheeks, and the lower lip down', () => {
  const [left, right] = [moved('smile', 346, 488), moved('smile', 422, 488)];
  expect(left[0]).toBeGreaterThan(4);
  expect(right[0]).toBeLessThan(-4);
  expect(left[0]).toBeCloseTo(-right[0], 0);
  for (const [, down] of [left, right]) {
    expect(down).toBeGreaterThan(4);
    expect(down).toBeLessThan(9);
  }
  const [cheek, otherCheek] = [moved('smile', 312, 440), moved('smile', 456, 440)];
  expect(cheek[1]).toBeGreaterThan(2);
  expect(otherCheek[1]).toBeGreaterThan(2);
  expect(cheek[0]).toBeGreaterThan(0.5);
  expect(otherCheek[0]).toBeLessThan(-0.5);
  // Both corners' pull at the middle, minus the lip's own downward movement.
  expect(moved('smile', 384, 552)[1]).toBeLessThan(0.6);
  expect(moved('smile', 384, 200)[1]).toBeCloseTo(0, 2);
  expect(moved('smile', 346, 488, { liveliness: 2 })[1]).toBeCloseTo(2 * left[1], 2);
});

test('a tilted mouth smiles along its own axes', () => {
  const of = headOf(tilted(Math.PI / 2));
  // The corner that was on the right is now at the bottom.
  const corner = moved('smile', 384 - 88, 400 + 38, { of });
  expect(corner[0]).toBeLessThan(-4);
  expect(corner[1]).toBeLessThan(-4);
});

test('without a smile all other movements remain', () => {
  expect(moveHead(grid, head, rhythm, 1, false)).toHaveLength(4);
  expect(moveHead(grid, head, rhythm, 1, true)).toHaveLength(5);
  expect(moved('smile', 346, 488, { smiles: false })).toEqual([0, 0]);
});

test('only the surroundings of the head move', () => {
  for (const movement of moveHead(grid, head, rhythm, 1, true)) {
    // 1.9 times its width and height: 513 and 667 pixels.
    expect([movement.left, movement.top]).toEqual([0, 0]);
    expect([movement.columns, movement.rows]).toEqual([99, 123]);
  }
  const small = headOf(drawnFace(384, 400, 80));
  for (const movement of moveHead(grid, small, rhythm, 1, true)) {
    expect([8 * movement.left, 8 * (movement.left + movement.columns - 1)]).toEqual([240, 528]);
    expect([8 * movement.top, 8 * (movement.top + movement.rows - 1)]).toEqual([200, 592]);
  }
});

test.each([
  [8.7, true],
  [8.9, false],
])('lips %d pixels apart in a face 351 high: closed %s', (gap, closed) => {
  const x = face.points[3 * at.innerUpperLip]!;
  const y = face.points[3 * at.innerUpperLip + 1]!;
  expect(isMouthClosed(headOf(withPoint(at.innerLowerLip, x, y + gap)))).toBe(closed);
  expect(isMouthClosed(headOf(withPoint(at.innerLowerLip, x + gap, y)))).toBe(closed);
});

/** How far a position moves to the side when the head turns. */
const turned = (x: number, y: number, of = head) => moved('yaw', x, y, { of })[0];

test.each([
  ['its nose', 384, 400, -10.967],
  ['beside its nose', 368, 424, -10.775],
  ['its cheek', 296, 400, -8.126],
  ['just within its outline', 256, 400, -3.601],
  ['on its outline', 248, 400, -2.328],
  ['just outside its outline', 240, 400, -1.956],
  ['its mouth', 384, 488, -9.478],
  ['its chin', 384, 560, -4.359],
  ['under its chin', 384, 592, -1.839],
])('how many pixels a face moves to the side in a turn: %s', (_name, x, y, pixels) => {
  expect(turned(x, y)).toBeCloseTo(pixels, 3);
});

test.each([
  ['its nose', 384, -3.086],
  ['a cheek', 376, -2.813],
  ['beyond its outline', 360, -0.523],
])('a face of 40 pixels turns as smoothly as the grid allows: %s', (_name, x, pixels) => {
  expect(turned(x, 400, headOf(drawnFace(384, 400, 40)))).toBeCloseTo(pixels, 3);
});

test('a face without any depth turns slightly, as hair does', () => {
  const points = face.points.map((value, i) => (i % 3 === 2 ? 0 : value));
  const of = headOf({ ...face, points });
  expect(turned(384, 400, of)).toBeCloseTo(-1.026, 3);
  expect(turned(296, 400, of)).toBeCloseTo(-1.026, 3);
});

test('only the depth relative to the outline matters', () => {
  const points = face.points.map((value, i) => (i % 3 === 2 ? value + 500 : value));
  const of = headOf({ ...face, points });
  expect(turned(384, 400, of)).toBeCloseTo(-10.967, 3);
  expect(turned(240, 400, of)).toBeCloseTo(-1.956, 3);
});

test('what surrounds a face moves by its distance from the outline: a chin that points down', () => {
  const of = headOf(withPoint(at.chin, 384, 700));
  const below = (x: number, y: number) => turned(x, y, of);
  expect(below(368, 608)).toBeCloseTo(-1.407, 3);
  expect(below(400, 608)).toBeCloseTo(-1.407, 3);
  expect(below(352, 632)).toBeCloseTo(-0.94, 3);
  expect(below(416, 632)).toBeCloseTo(-0.94, 3);
  expect(below(400, 696)).toBeCloseTo(-1.866, 3);
});

test('what surrounds a face moves by its distance from the outline: an ear that stands out to the left', () => {
  const of = headOf(withPoint(at.leftTemple, 184, 400));
  const beside = (x: number, y: number) => turned(x, y, of);
  expect(beside(144, 360)).toBeCloseTo(-1.355, 3);
  expect(beside(168, 376)).toBeCloseTo(-2.245, 3);
  expect(beside(168, 392)).toBeCloseTo(-2.44, 3);
  expect(beside(168, 400)).toBeCloseTo(-2.444, 3);
  expect(beside(168, 416)).toBeCloseTo(-0.263, 3);
  expect(beside(152, 432)).toBeCloseTo(-0.009, 3);
});

test('of a tilted head, too, the neck turns less than the hair', () => {
  const of = headOf(tilted(Math.PI / 2));
  expect(moved('yaw', 640, 400, { of })[1]).toBeCloseTo(-0.749, 3);
  expect(moved('yaw', 128, 400, { of })[1]).toBeCloseTo(-0.134, 3);
  expect([turned(384, 144), turned(384, 656)]).toEqual([
    expect.closeTo(-0.749, 3),
    expect.closeTo(-0.134, 3),
  ]);
});

test('between ear and neck of a slightly tilted head, the reach shrinks along its own axes', () => {
  const of = headOf(tilted(Math.PI / 6));
  // 0.4 of its height below its centre, to the right and to the left.
  expect(turned(448, 600, of)).toBeCloseTo(-0.563, 3);
  expect(turned(184, 448, of)).toBeCloseTo(-0.706, 3);
});

test('how many pixels a mouth moves in a smile', () => {
  expect(moved('smile', 344, 488)).toEqual([expect.closeTo(6.774, 3), expect.closeTo(7.546, 3)]);
  expect(moved('smile', 424, 488)).toEqual([expect.closeTo(-6.774, 3), expect.closeTo(7.546, 3)]);
  expect(moved('smile', 384, 488)).toEqual([expect.closeTo(0, 3), expect.closeTo(2.903, 3)]);
  expect(moved('smile', 472, 416)).toEqual([expect.closeTo(-0.613, 3), expect.closeTo(1.528, 3)]);
  const of = headOf(tilted(Math.PI / 2));
  expect(moved('smile', 296, 440, { of })).toEqual([expect.closeTo(-7.546, 3), expect.closeTo(-6.774, 3)]);
});
