import { expect, test } from 'vitest';
import { sway } from './curves.ts';
import { createGrid, createMovement, sampleToGrid } from './grid.ts';
import { planeLike } from './plane.ts';

test.each([
  [{ width: 64, height: 32 }, 16, 6, 4],
  [{ width: 65, height: 33 }, 16, 7, 5],
  [{ width: 64, height: 32 }, 8, 11, 7],
] as const)('a frame of %o with cells of %d has %d x %d vertices', (frame, cellSize, columns, rows) => {
  const grid = createGrid(frame, cellSize);
  expect(grid).toEqual({ frameWidth: frame.width, frameHeight: frame.height, cellSize, columns, rows });
  // The last vertices are outside the frame.
  expect((columns - 1) * cellSize).toBeGreaterThan(frame.width);
  expect((rows - 1) * cellSize).toBeGreaterThan(frame.height);
});

const grid = createGrid({ width: 64, height: 32 }, 16);

test('a movement is computed for every vertex from its place and its index', () => {
  const movement = createMovement(grid, sway, (x, y, i) => [x + 1000 * i, y]);
  expect(movement).toMatchObject({ curve: sway, left: 0, top: 0, columns: 6, rows: 4 });
  expect(movement.x[8]).toBe(8000 + 32);
  expect(movement.y[8]).toBe(16);
  expect(movement.x[23]).toBe(23_000 + 80);
  expect(movement.y[23]).toBe(48);
});

test('a movement of an area covers the vertices in it, including those on its edge', () => {
  const area = { left: 16, right: 50, top: 5, bottom: 32 };
  const movement = createMovement(grid, sway, (x, y, i) => [x + 1000 * i, y], area);
  expect(movement).toMatchObject({ left: 1, top: 1, columns: 3, rows: 2 });
  expect([...movement.x]).toEqual([7016, 8032, 9048, 13_016, 14_032, 15_048]);
  expect([...movement.y]).toEqual([16, 16, 16, 32, 32, 32]);
});

test('an area that reaches beyond the frame is clipped, and one outside is empty', () => {
  const all = { left: -100, right: 900, top: -100, bottom: 900 };
  expect(createMovement(grid, sway, () => [1, 1], all)).toMatchObject({
    left: 0,
    top: 0,
    columns: 6,
    rows: 4,
  });
  const beside = { left: -100, right: -50, top: -100, bottom: -50 };
  const movement = createMovement(grid, sway, () => [1, 1], beside);
  expect([movement.columns, movement.rows, movement.x.length, movement.y.length]).toEqual([0, 0, 0, 0]);
});

test('a plane is sampled where each vertex lies in the frame', () => {
  // A plane whose samples encode their position in pixels of the frame.
  const plane = planeLike(
    { width: 16, height: 8 },
    (i) => 4 * (i % 16) + 1.5 + 100 * (4 * Math.floor(i / 16) + 1.5),
  );
  const values = sampleToGrid(plane, grid);
  expect(values).toHaveLength(24);
  expect(values[7]).toBeCloseTo(16 + 1600, 3);
  expect(values[8]).toBeCloseTo(32 + 1600, 3);
  expect(values[9]).toBeCloseTo(48 + 1600, 3);
  // Outside the plane, the nearest sample is used.
  expect(values[0]).toBeCloseTo(1.5 + 150, 3);
  expect(values[5]).toBeCloseTo(61.5 + 150, 3);
});
