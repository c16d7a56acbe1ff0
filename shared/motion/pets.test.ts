import { expect, test } from 'vitest';
import type { Pet } from '../vision/find-pets.ts';
import { createGrid, type Movement } from './grid.ts';
import { createPetRhythm } from './pet-rhythm.ts';
import { movePet } from './pets.ts';

const grid = createGrid({ width: 768, height: 768 }, 8);
const presence = new Float32Array(grid.columns * grid.rows).fill(1);
const head = { x: 304, y: 304, radius: 96, angle: 0, eyes: null };
const dog: Pet = { species: 'dog', score: 0.6, left: 160, top: 160, right: 460, bottom: 700, head };
const rhythm = createPetRhythm(1, 0, 'dog');

/** The largest displacement of a position over the loop, in pixels. */
function reach(movements: readonly Movement[], x: number, y: number): number {
  const distances = Array.from({ length: 150 }, (_, n) => Math.hypot(...at(movements, n / 150, x, y)));
  return Math.max(...distances);
}

function at(movements: readonly Movement[], phase: number, x: number, y: number): [number, number] {
  const sum: [number, number] = [0, 0];
  for (const { curve, left, top, columns, rows, ...offsets } of movements) {
    const [column, row] = [x / 8 - left, y / 8 - top];
    if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
    sum[0] += curve(phase) * offsets.x[row * columns + column]!;
    sum[1] += curve(phase) * offsets.y[row * columns + column]!;
  }
  return sum;
}

const move = (pet: Pet, others: Parameters<typeof movePet>[4] = []) =>
  movePet(grid, { pet, rhythm }, 1, presence, others);

test('a head moves visibly, its muzzle most, and what is far away rests', () => {
  const movements = move(dog);
  expect(reach(movements, 304, 336)).toBeGreaterThan(5);
  expect(reach(movements, 304, 336)).toBeGreaterThan(reach(movements, 304, 416));
  expect(reach(movements, 640, 120)).toBe(0);
});

test('ears go with the head', () => {
  // Above the head, where its ears are, the tilt moves everything sideways.
  expect(reach(move(dog), 304, 184)).toBeGreaterThan(5);
});

test('everything is where it was at both ends of the loop', () => {
  for (const movement of move(dog)) {
    expect(movement.curve(0)).toBeCloseTo(0);
    expect(movement.curve(1)).toBeCloseTo(0);
  }
});

test('nothing is stretched or squeezed by more than a fifth', () => {
  const movements = move(dog);
  for (let n = 0; n < 150; n += 5) {
    for (let x = 64; x < 560; x += 8) {
      for (let y = 64; y < 560; y += 8) {
        const here = at(movements, n / 150, x, y);
        const right = at(movements, n / 150, x + 8, y);
        const below = at(movements, n / 150, x, y + 8);
        expect(Math.hypot(right[0] - here[0], right[1] - here[1])).toBeLessThan(8 / 5);
        expect(Math.hypot(below[0] - here[0], below[1] - here[1])).toBeLessThan(8 / 5);
      }
    }
  }
});

test('the head beside it does not move along', () => {
  const neighbour = { x: 480, y: 304, radius: 80 };
  expect(reach(move(dog), 480, 304)).toBeGreaterThan(1);
  const [, ...ofHead] = move(dog, [neighbour]);
  expect(reach(ofHead, 480, 304)).toBe(0);
});

test('without a face, the topmost part sways, and the lower half stands', () => {
  const [, ...sway] = move({ ...dog, species: 'horse', head: null });
  expect(reach(sway, 304, 184)).toBeGreaterThan(4);
  expect(reach(sway, 304, 560)).toBe(0);
  expect(reach(sway, 24, 184)).toBe(0);
});

test('each animal has its own rhythm, the same each time', () => {
  const yaw = (pet: number) =>
    Array.from({ length: 20 }, (_, i) => createPetRhythm(5, pet, 'dog').yaw(i / 20));
  expect(yaw(0)).toEqual(yaw(0));
  expect(yaw(0)).not.toEqual(yaw(1));
});

test('cats blink slowly, dogs quickly', () => {
  const shut = (species: 'cat' | 'dog') => {
    const { blink } = createPetRhythm(5, 0, species);
    return Array.from({ length: 150 }, (_, n) => blink(n / 150)).filter((value) => value > 0.02).length;
  };
  expect(shut('cat')).toBeGreaterThan(25);
  expect(shut('dog')).toBeLessThan(30);
  expect(shut('dog')).toBeGreaterThan(10);
});
