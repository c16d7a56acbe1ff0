import { expect, test } from 'vitest';
import type { Curve } from './curves.ts';
import { createMotionSampler } from './frame-motion.ts';
import { createGrid, createMovement, type Movement } from './grid.ts';
import type { MotionPlan } from './motion-plan.ts';

const grid = createGrid({ width: 128, height: 96 }, 16);
const rising: Curve = (phase) => phase;
const vertex = (x: number, y: number): number => (y / 16) * grid.columns + x / 16;

function planWith(movements: Movement[], change: Partial<MotionPlan> = {}): MotionPlan {
  const lightPath = new Float32Array(grid.columns * grid.rows).fill(Infinity);
  return {
    ...grid,
    movement: 'still',
    movements,
    background: null,
    people: [],
    pets: [],
    blur: () => 0,
    lightPath,
    ...change,
  };
}

test('a uniform movement displaces every vertex equally', () => {
  const motion = createMotionSampler(planWith([createMovement(grid, rising, () => [10, -6])]));
  const { dx, dy, background, blur } = motion(0.5);
  expect(dx).toHaveLength(80);
  for (const value of dx) expect(value).toBeCloseTo(5, 5);
  for (const value of dy) expect(value).toBeCloseTo(-3, 5);
  expect([background, blur]).toEqual([null, 0]);
});

test('a frame does not depend on the one before', () => {
  const motion = createMotionSampler(planWith([createMovement(grid, rising, () => [10, -6])]));
  motion(1);
  const { dx, dy } = motion(0);
  for (const value of [...dx, ...dy]) expect(value).toBe(0);
});

test('movements add up, each in its own area', () => {
  const area = { left: 32, right: 64, top: 16, bottom: 48 };
  const movements = [
    createMovement(grid, rising, () => [2, 1]),
    createMovement(
      grid,
      (phase) => 2 * phase,
      (x, y) => (x === 48 && y === 32 ? [0.5, 0.25] : [0, 0]),
      area,
    ),
    createMovement(
      grid,
      () => 0,
      () => [1e6, 1e6],
    ),
  ];
  const { dx, dy } = createMotionSampler(planWith(movements))(1);
  expect(dx[vertex(112, 80)]).toBeCloseTo(2, 4);
  expect(dy[vertex(112, 80)]).toBeCloseTo(1, 4);
  expect(dx[vertex(48, 32)]).toBeGreaterThan(2.7);
  expect(dy[vertex(48, 32)]).toBeGreaterThan(1.3);
  expect(dx[vertex(80, 32)]).toBeCloseTo(2, 4);
  expect(dx[vertex(48, 64)]).toBeCloseTo(2, 4);
});

test('a frame that is magnified shows at each place what has come there', () => {
  // Forward: an offset of a tenth of the way to (64, 48). Backward: a tenth of the way from the original position.
  const towards = createMovement(grid, rising, (x, y) => [0.1 * (64 - x), 0.2 * (48 - y)]);
  const { dx, dy } = createMotionSampler(planWith([towards]))(1);
  for (const x of [16, 32, 48, 80, 112]) {
    for (const y of [16, 32, 64, 80]) {
      expect(dx[vertex(x, y)], `${x}, ${y}`).toBeCloseTo(0.091 * (64 - x), 3);
      expect(dy[vertex(x, y)], `${x}, ${y}`).toBeCloseTo(0.168 * (48 - y), 3);
    }
  }
});

test('places beyond the grid use its edge', () => {
  const outwards = createMovement(grid, rising, (x, y) => [x < 64 ? -200 - x : 200 - x, y < 48 ? -300 : 300]);
  const { dx, dy } = createMotionSampler(planWith([outwards]))(1);
  expect(dx[vertex(0, 0)]).toBeCloseTo(-200, 0);
  expect(dx[vertex(16, 48)]).toBeCloseTo(-200, 0);
  expect(dx[vertex(144, 48)]).toBeCloseTo(56, 0);
  expect(dx[vertex(112, 48)]).toBeCloseTo(56, 0);
  expect(dy[vertex(64, 16)]).toBeCloseTo(-300, 0);
  expect(dy[vertex(64, 80)]).toBeCloseTo(300, 0);
});

test('the background has its own movements, and the plan’s focus blur', () => {
  const motion = createMotionSampler(
    planWith([createMovement(grid, rising, () => [4, 0])], {
      background: { ...grid, movements: [createMovement(grid, rising, () => [0, 8])] },
      blur: (phase) => 0.7 * phase,
    }),
  );
  const { dx, dy, background, blur } = motion(0.5);
  expect([dx[0], dy[0], background!.dx[0], background!.dy[0]]).toEqual([2, 0, 0, 4]);
  expect(blur).toBeCloseTo(0.35, 10);
});

test('a background on a coarser grid moves like on its own, with the mean of its vertices between them', () => {
  const fine = createGrid({ width: 128, height: 96 }, 8);
  const bent = createMovement(grid, rising, (x, y) => [x === 64 && y === 48 ? 1 : 0, x / 100]);
  const motion = createMotionSampler(planWith([], { ...fine, background: { ...grid, movements: [bent] } }));
  const { dx, dy } = motion(1).background!;
  expect(dx).toHaveLength(19 * 15);
  const at = (x: number, y: number) => (y / 8) * fine.columns + x / 8;
  const around = [at(64, 48), at(72, 48), at(56, 48), at(64, 56), at(64, 40), at(72, 56), at(80, 48)];
  const own = createMotionSampler(planWith([bent]))(1).dx[vertex(64, 48)]!;
  const close = around.map((i) => dx[i]! / own);
  expect(close).toEqual([1, 0.5, 0.5, 0.5, 0.5, 0.25, 0].map((share) => expect.closeTo(share, 1)));
  expect([dy[at(8, 96)], dy[at(72, 0)]]).toEqual([expect.closeTo(0.08, 2), expect.closeTo(0.72, 2)]);
});

test('a soft band of light crosses the frame during the loop, and is absent at its seam', () => {
  const lightPath = Float32Array.from({ length: grid.columns * grid.rows }, (_, i) => i / 50);
  const motion = createMotionSampler(planWith([], { lightPath }));
  const lightAt = (phase: number, path: number): number => motion(phase).light[Math.round(50 * path)]!;
  for (const phase of [0, 1]) expect(Math.max(...motion(phase).light)).toBe(0);
  // In the middle of the loop it is at 0.6 of its path, six levels strong, minus a quarter of a level.
  expect(lightAt(0.5, 0.6)).toBeCloseTo(5.75, 4);
  expect(lightAt(0.5, 0.9)).toBeCloseTo(1.957, 3);
  expect(lightAt(0.5, 0.3)).toBeCloseTo(1.957, 3);
  expect(lightAt(0.5, 1.14)).toBe(0);
  expect(lightAt(0.5, 0.06)).toBe(0);
  // Half as strong a quarter of a loop before and after, at 0.05 and 1.15.
  expect(lightAt(0.25, 0.04)).toBeCloseTo(2.747, 2);
  expect(lightAt(0.75, 1.16)).toBeCloseTo(2.747, 2);
  for (const value of motion(0.3).light) expect(value).toBeGreaterThanOrEqual(0);
});

test('places that the light never reaches stay dark', () => {
  expect(Math.max(...createMotionSampler(planWith([]))(0.5).light)).toBe(0);
});
