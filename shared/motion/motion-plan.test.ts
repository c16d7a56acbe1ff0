import { expect, test } from 'vitest';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import type { Face } from '../vision/face-mesh.ts';
import { points as at } from '../vision/landmarks.ts';
import type { Grid } from './grid.ts';
import { type Motion, defaultAnimationOptions } from './movements.ts';
import { type MotionPlan, planMotion } from './motion-plan.ts';
import { planeLike } from './plane.ts';
import type { Scene } from './scene.ts';

const frame = { width: 768, height: 960 };
const even = (value: number) => planeLike({ width: 8, height: 10 }, () => value);

/** A photo with uniform depth and no certain subject, except for these changes. */
function sceneWith({
  estimate,
  ...change
}: Omit<Partial<Scene>, 'estimate'> & { estimate?: Partial<Scene['estimate']> }): Scene {
  const nothing = { depth: even(0.5), presence: even(0), confidence: 0, people: null, ...estimate };
  return { frame, estimate: nothing, faces: [], pets: [], isLayered: false, seed: 1, found: [], ...change };
}

/** The displacement of a position: pixels right and down. Unlike in frames, without the inverse lookup. */
function moved(
  { cellSize }: Grid,
  layer: MotionPlan['movements'] | null,
  phase: number,
  x: number,
  y: number,
): [right: number, down: number] {
  const sum: [number, number] = [0, 0];
  for (const { curve, left, top, columns: width, rows: height, ...offsets } of layer ?? []) {
    const [column, row] = [x / cellSize - left, y / cellSize - top];
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    sum[0] += curve(phase) * offsets.x[row * width + column]!;
    sum[1] += curve(phase) * offsets.y[row * width + column]!;
  }
  return sum;
}

const close = (x: number, y: number) => [expect.closeTo(x, 2), expect.closeTo(y, 2)];
const plainly = (motion: Motion, liveliness = 'natural' as const) => ({
  motion,
  liveliness,
});

/** When the camera is nearest. */
const pushedIn = 0.5 ** (1 / 0.88);
/** When the focus is pulled. */
const pulled = 0.5 ** (1 / 0.78);

test('pushing in brings everything nearer around its centre, and nothing sways at the edge of the frame', () => {
  const plan = planMotion(sceneWith({}), plainly('push-in'));
  expect(plan.movement).toBe('push-in');
  expect(plan.background).toBeNull();
  expect(plan.cellSize).toBe(16);
  // 0.095 of the way, at a depth of one half.
  expect(moved(plan, plan.movements, pushedIn, 0, 0)).toEqual(close(36.48, 45.6));
  expect(moved(plan, plan.movements, pushedIn, 768, 960)).toEqual(close(-36.48, -45.6));
  expect(moved(plan, plan.movements, 0, 0, 0)).toEqual(close(0, 0));
  expect(moved(plan, plan.movements, 1, 0, 0)).toEqual(close(0, 0));
  // At the centre it only sways: 8 pixels per unit of depth.
  expect(moved(plan, plan.movements, 0.25, 384, 480)).toEqual(close(-0.8, 0));
});

test.each([
  ['calm', 0.7],
  ['natural', 1],
  ['lively', 1.2],
] as const)('a %s camera moves %d times as far', (liveliness, times) => {
  const plan = planMotion(sceneWith({}), { motion: 'focus-pull', liveliness });
  expect(moved(plan, plan.movements, pulled, 0, 0)).toEqual(close(18.24 * times, 22.8 * times));
  expect(moved(plan, plan.movements, 0.25, 384, 480)).toEqual(close(1.2 * times, 0));
});

test('parts farther than the pivot sway against nearer ones, and the pivot stays still', () => {
  const sway = (depth: number): number => {
    const plan = planMotion(sceneWith({ estimate: { depth: even(depth) } }), plainly('focus-pull'));
    return moved(plan, plan.movements, 0.25, 384, 480)[0];
  };
  expect(sway(0)).toBeCloseTo(-4.8, 3);
  expect(sway(0.4)).toBeCloseTo(0, 3);
  expect(sway(1)).toBeCloseTo(7.2, 3);
});

test('the sway fades over the last 110 pixels before each edge', () => {
  const plan = planMotion(sceneWith({ estimate: { depth: even(1) } }), plainly('arc'));
  const [, swaying] = plan.movements;
  /** The sway without zoom and pan. */
  const sway = (x: number, y: number, axis: 0 | 1): number => moved(plan, [swaying!], 0.25, x, y)[axis];
  for (const x of [0, 768]) expect(sway(x, 480, 0)).toBeCloseTo(0, 3);
  for (const x of [48, 720]) expect(sway(x, 480, 0)).toBeCloseTo(-5.347, 2);
  for (const x of [112, 656]) expect(sway(x, 480, 0)).toBeCloseTo(-13.2, 3);
  for (const y of [0, 960]) expect(sway(384, y, 1)).toBeCloseTo(0, 3);
  for (const y of [48, 912]) expect(sway(384, y, 1)).toBeCloseTo(-0.972, 2);
  for (const y of [112, 848]) expect(sway(384, y, 1)).toBeCloseTo(-2.4, 3);
});

test('drifting moves sideways and rising upwards, as far as the magnification leaves room', () => {
  const drift = planMotion(sceneWith({}), plainly('drift'));
  expect(moved(drift, drift.movements, 0.25, 384, 480)).toEqual(close(29.974 - 0.8, 0));
  expect(moved(drift, drift.movements, 0.75, 384, 480)).toEqual(close(-29.974 + 0.8, 0));
  const rise = planMotion(sceneWith({}), plainly('rise'));
  expect(moved(rise, rise.movements, 0.25, 384, 480)).toEqual(close(-0.4, -31.932 - 1.2));
});

test('movements scale with the frame', () => {
  const plan = planMotion(sceneWith({ frame: { width: 1536, height: 1536 } }), plainly('focus-pull'));
  expect(moved(plan, plan.movements, 0.25, 768, 768)).toEqual(close(2.4, 0));
  const [, swaying] = plan.movements;
  const sway = (x: number): number => moved(plan, [swaying!], 0.25, x, 768)[0];
  expect(sway(96)).toBeCloseTo((2.4 * 6.319) / 15.6, 2);
});

test('at abrupt changes of depth the camera sways and zooms less, so that nothing is torn', () => {
  const depth = planeLike({ width: 96, height: 120 }, (i) => (i % 96 < 49 ? 0 : 1));
  const plan = planMotion(sceneWith({ estimate: { depth } }), plainly('focus-pull'));
  // One unit of depth between two vertices: at most 0.085 of 16 pixels.
  expect(moved(plan, plan.movements, 0.25, 576, 480)).toEqual(close(-6.131 + 0.816, 0));
  const upright = planeLike({ width: 96, height: 120 }, (i) => (Math.floor(i / 96) < 61 ? 0 : 1));
  const turned = planMotion(sceneWith({ estimate: { depth: upright } }), plainly('focus-pull'));
  expect(moved(turned, turned.movements, 0.25, 384, 640)).toEqual(close(0.816, -5.11));
});

test('the camera moves half of the way towards a confident subject', () => {
  const presence = planeLike({ width: 48, height: 60 }, (i) => (i % 48 >= 36 && i < 48 * 15 ? 1 : 0));
  const standing = (confidence: number): [number, number] => {
    const plan = planMotion(sceneWith({ estimate: { presence, confidence } }), plainly('dolly-zoom'));
    const [zoom] = plan.movements;
    const [left, right] = [zoom!.x[0]!, zoom!.x[48]!];
    const [top, bottom] = [zoom!.y[0]!, zoom!.y[plan.columns * 60]!];
    // The fixed point of the zoom.
    return [(768 * left) / (left - right), (960 * top) / (top - bottom)];
  };
  expect(standing(0)).toEqual([expect.closeTo(384, 1), expect.closeTo(480, 1)]);
  const [x, y] = standing(1);
  expect(x).toBeGreaterThan(525);
  expect(x).toBeLessThan(535);
  expect(y).toBeGreaterThan(295);
  expect(y).toBeLessThan(305);
  expect(standing(0.5)[0]).toBeCloseTo((384 + x) / 2, 0);
});

test('larger faces attract the camera more', () => {
  const faces = [drawnFace(200, 300, 100), drawnFace(600, 700, 300)];
  const plan = planMotion(sceneWith({ faces }), plainly('push-in'));
  const [zoom] = plan.movements;
  const [left, right] = [zoom!.x[0]!, zoom!.x[96]!];
  const [top, bottom] = [zoom!.y[0]!, zoom!.y[plan.columns * 120]!];
  expect((768 * left) / (left - right)).toBeCloseTo((384 + 500) / 2, 1);
  expect((960 * top) / (top - bottom)).toBeCloseTo((480 + 600) / 2, 1);
});

test('a confident subject without a face breathes and leans, an uncertain one does not', () => {
  const breathing = (confidence: number, liveliness: 'calm' | 'natural' = 'natural') => {
    const estimate = { presence: even(1), confidence };
    return planMotion(sceneWith({ estimate }), { motion: 'still', liveliness });
  };
  const sure = breathing(1);
  // Strongest 0.12 of the height below the point that the camera looks at (480 here): at 595.
  const chest = moved(sure, sure.movements, 0.125, 384, 592);
  expect(chest[1]).toBeCloseTo(3.2, 1);
  expect(moved(sure, sure.movements, 0.125, 384, 400)[1]).toBeCloseTo(1.14, 1);
  expect(moved(sure, sure.movements, 0.125, 384, 784)[1]).toBeCloseTo(1.22, 1);
  const sides = [96, 288, 480, 672].map(
    (x) =>
      (moved(sure, sure.movements, 0.125, x, 592)[0] - moved(sure, sure.movements, 0.375, x, 592)[0]) / 2,
  );
  expect(sides[0]).toBeCloseTo(2.6, 1);
  expect(sides[1]).toBeCloseTo(1.3, 0);
  expect(sides[1]).toBeLessThan(1.6);
  expect(sides[2]).toBeCloseTo(-sides[1]!, 0);
  expect(sides[3]).toBeCloseTo(-2.6, 1);
  // The head leans, the feet stay: -4.5 pixels at the top, a quarter into the loop.
  expect(moved(sure, sure.movements, 0.25, 384, 0)[0]).toBeCloseTo(-4.5, 2);
  expect(moved(sure, sure.movements, 0.25, 384, 480)[0]).toBeCloseTo(-2.25, 2);
  expect(moved(sure, sure.movements, 0.25, 384, 960)[0]).toBeCloseTo(0, 2);
  const half = breathing(0.5);
  expect(moved(half, half.movements, 0.25, 384, 0)[0]).toBeCloseTo(-2.25, 2);
  const calm = breathing(1, 'calm');
  expect(moved(calm, calm.movements, 0.25, 384, 0)[0]).toBeCloseTo(-2.925, 2);
  const unsure = breathing(0);
  for (const y of [0, 400, 592]) expect(moved(unsure, unsure.movements, 0.125, 384, y)).toEqual(close(0, 0));
});

test('a low subject breathes within the picture', () => {
  const presence = planeLike({ width: 48, height: 60 }, (i) => (i >= 48 * 50 ? 1 : 0));
  const plan = planMotion(sceneWith({ estimate: { presence, confidence: 1 } }), plainly('still'));
  const down = (y: number): number => moved(plan, plan.movements, 0.125, 384, y)[1];
  // The chest is at 0.8 of the height at most: breath weakens below it.
  expect(down(848)).toBeGreaterThan(down(928));
  expect(down(928)).toBeGreaterThan(0.5);
});

const face = drawnFace(384, 300, 200);
const portrait = (change: Partial<Scene> = {}): Scene =>
  sceneWith({
    faces: [face],
    estimate: { presence: even(1), confidence: 0.9, people: even(1) },
    ...change,
  });

test('a person’s chest rises and the shoulders widen, and nothing far away moves', () => {
  const plan = planMotion(portrait(), plainly('still'));
  expect(plan.cellSize).toBe(8);
  const { head, rhythm } = plan.people[0]!;
  const [chest] = plan.movements.filter(({ curve }) => curve === rhythm.breath);
  const offset = (x: number, y: number): [number, number] => {
    const i = (y / 8 - chest!.top) * chest!.columns + x / 8 - chest!.left;
    return [chest!.x[i]!, chest!.y[i]!];
  };
  // 1.25 face heights below the face's centre: at 614.
  const [, down] = offset(384, 616);
  expect(down).toBeCloseTo(0.016 * head.height, 1);
  expect(offset(384, 616)[0]).toBeCloseTo(0, 3);
  expect(offset(584, 616)[0]).toBeCloseTo(-0.76, 1);
  expect(offset(184, 616)[0]).toBeCloseTo(0.76, 1);
  expect(offset(384, 424)[1]).toBeCloseTo(1.6, 0);
  expect(offset(384, 808)[1]).toBeCloseTo(1.6, 0);
  expect(offset(384, 424)[1]).toBeLessThan(2.2);
  expect(8 * chest!.left).toBe(0);
  expect(8 * chest!.top).toBe(192);
  expect(8 * (chest!.top + chest!.rows - 1)).toBeLessThanOrEqual(1044);
});

test('nothing breathes where there is nobody, and a calm person breathes less', () => {
  const breath = (scene: Scene, liveliness: 'calm' | 'natural'): number => {
    const plan = planMotion(scene, { motion: 'still', liveliness });
    const { rhythm } = plan.people[0]!;
    const [chest] = plan.movements.filter(({ curve }) => curve === rhythm.breath);
    return chest!.y[(616 / 8 - chest!.top) * chest!.columns + 384 / 8 - chest!.left]!;
  };
  expect(breath(portrait(), 'calm') / breath(portrait(), 'natural')).toBeCloseTo(0.65, 4);
  const nobody = portrait({
    estimate: { depth: even(0.5), presence: even(0), confidence: 0.9, people: null },
  });
  expect(breath(nobody, 'natural')).toBe(0);
});

test('people in a layer of their own move as one plane, and the background as another', () => {
  const plan = planMotion(portrait({ isLayered: true }), plainly('arc'));
  expect(plan.background).not.toBeNull();
  const sway = (layer: Grid, movements: MotionPlan['movements'], x: number, y: number): number =>
    moved(layer, movements.slice(1, 2), 0.25, x, y)[0];
  const { background } = plan;
  // Background: depth 0 at the top, a quarter at the bottom. Only the camera's three movements.
  expect(background!.cellSize).toBe(16);
  expect(sway(background!, background!.movements, 384, 0)).toBeCloseTo(8.8, 2);
  expect(sway(background!, background!.movements, 384, 480)).toBeCloseTo(8.8 - 22 * 0.25 * (30 / 62) ** 2, 2);
  expect(sway(plan, plan.movements.slice(0, 3), 384, 480)).toBeCloseTo(-13.2, 2);
  expect(sway(plan, plan.movements.slice(0, 3), 384, 0)).toBeCloseTo(-13.2, 2);
  expect(background!.movements).toHaveLength(3);
});

test('the background is blurred only if people are a layer, and only when pulling focus', () => {
  const blurOf = (isLayered: boolean, motion: 'focus-pull' | 'push-in'): number =>
    planMotion(portrait({ isLayered }), plainly(motion)).blur(pulled);
  expect(blurOf(true, 'focus-pull')).toBeCloseTo(1, 6);
  expect(blurOf(true, 'push-in')).toBe(0);
  expect(blurOf(false, 'focus-pull')).toBe(0);
  expect(planMotion(portrait({ isLayered: true }), plainly('focus-pull')).blur(0.25)).toBeCloseTo(0.7657, 4);
});

test('in a group of three or more, people move to different degrees; two move fully', () => {
  const smileOf = (count: number): number[] => {
    const faces = Array.from({ length: count }, (_, i) => drawnFace(120 + 200 * i, 300, 100));
    const { people } = planMotion(portrait({ faces }), plainly('still'));
    expect(people).toHaveLength(count);
    return people.map(({ rhythm }) => rhythm.smile(3.5 / 6));
  };
  expect(smileOf(2)).toEqual([expect.closeTo(1, 6), expect.closeTo(1, 6)]);
  expect(Math.min(...smileOf(3))).toBeLessThan(0.95);
});

test('an open mouth does not smile', () => {
  const smiles = (of: Face): boolean => {
    const plan = planMotion(portrait({ faces: [of] }), plainly('still'));
    return plan.movements.some(({ curve }) => curve === plan.people[0]!.rhythm.smile);
  };
  const points = face.points.slice();
  points[3 * at.innerLowerLip + 1]! += 30;
  expect(smiles(face)).toBe(true);
  expect(smiles({ ...face, points })).toBe(false);
});

test('the light comes from the upper left', () => {
  const { lightPath, columns } = planMotion(sceneWith({}), plainly('still'));
  expect(lightPath[0]).toBe(0);
  expect(lightPath[48]).toBeCloseTo(0.8, 5);
  expect(lightPath[60 * columns]).toBeCloseTo(0.35, 5);
  expect(lightPath[30 * columns + 24]).toBeCloseTo(0.575, 5);
});

test('inside a held border camera and people come to rest at its edge, and move half as far, without light or blur', () => {
  const corners = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ] as const;
  const held = { corners, isOval: false };
  const plan = planMotion(portrait({ isLayered: true, held }), plainly('focus-pull'));
  for (const layer of [plan, plan.background!])
    for (const [x, y] of [
      [0, 0],
      [768, 480],
      [layer.cellSize, 480],
      [384, 960],
    ] as const)
      expect(moved(layer, layer.movements, 0.4, x, y)).toEqual([0, 0]);
  expect(plan.blur(0.5)).toBe(0);
  expect(Math.min(...plan.lightPath)).toBe(Infinity);
  const [free, still] = [null, held].map((held) => {
    const each = planMotion(sceneWith({ held }), plainly('arc'));
    return moved(each, each.movements, 0.25, 384, 480)[0];
  });
  expect(still! / free!).toBeCloseTo(0.5, 4);
  expect(planMotion(sceneWith({ held }), plainly('arc')).background).toBeNull();
});

test('the defaults are a movement that suits the photo, natural liveliness and a cropped border', () => {
  expect(defaultAnimationOptions).toEqual({
    motion: 'auto',
    liveliness: 'natural',
    turn: 'auto',
    rest: [],
    border: 'crop',
    restore: false,
  });
  const plan = planMotion(sceneWith({}));
  expect(moved(plan, plan.movements, 0.5, 0, 0)).toEqual(close(36.096, 45.12));
  expect(plan.movement).toBe('drift');
});
