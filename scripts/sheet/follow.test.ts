import { expect, test } from 'vitest';
import { createGrid, createMovement } from '#shared/motion/grid.ts';
import type { MotionPlan } from '#shared/motion/motion-plan.ts';
import { follow } from './follow.ts';

const grid = createGrid({ width: 320, height: 240 }, 16);

const planOf = (offset: (x: number, y: number) => readonly [number, number]): MotionPlan => ({
  ...grid,
  movement: 'drift',
  movements: [createMovement(grid, (phase) => phase, offset)],
  background: null,
  people: [],
  pets: [],
  blur: () => 0,
  lightPath: new Float32Array(grid.columns * grid.rows).fill(Infinity),
});

test('a place of the photo is followed to where a camera that pans shows it', () => {
  const placeOf = follow(planOf(() => [40, -16]));
  const placed = [0, 1, 0.5].map((phase) => placeOf({ x: 200, y: 100 }, phase));
  expect(placed[0]).toEqual({ x: 200, y: 100 });
  expect(placed[1]!.x).toBeCloseTo(160, 3);
  expect(placed[1]!.y).toBeCloseTo(116, 3);
  expect(placed[2]!.x).toBeCloseTo(180, 3);
  expect(placed[2]!.y).toBeCloseTo(108, 3);
});

test('and where one shows it that comes nearer', () => {
  // What is at (200, 100) in the photo moves by 200 / 6 - 40 and by 100 / 6 pixels.
  const { x, y } = follow(planOf((x, y) => [40 - x / 6, -y / 6]))({ x: 200, y: 100 }, 1);
  expect(x).toBeCloseTo(193.3, 0);
  expect(y).toBeCloseTo(116.7, 0);
});
