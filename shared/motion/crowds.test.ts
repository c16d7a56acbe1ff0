import { expect, test } from 'vitest';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import { drawPortrait } from '#tests/support/drawn-portrait.ts';
import { estimateDepth } from './depth.ts';
import { createMotionSampler } from './frame-motion.ts';
import { type MotionPlan, planMotion } from './motion-plan.ts';
import { createPlane, samplePlane } from './plane.ts';
import { createScene, type PictureOptions } from './scene.ts';

const size = { width: 1024, height: 768 };
const estimate = { ...estimateDepth(drawPortrait(171, 128)), people: null };

/** Five by three faces of this width, `gap` widths from one to the next. */
function crowd(width: number, gap: number) {
  return Array.from({ length: 15 }, (_, i) =>
    drawnFace(
      512 + ((i % 5) - 2 + (Math.floor(i / 5) % 2) / 2) * gap * width,
      384 + (Math.floor(i / 5) - 1) * 1.3 * gap * width,
      width,
    ),
  );
}

function planOf(faces: ReturnType<typeof crowd>, seed: number, options: PictureOptions = {}): MotionPlan {
  const detection = { ...size, faces, people: createPlane(1, 1) };
  const scene = createScene(size, estimate, detection, seed, options);
  return planMotion(scene, { motion: 'still', liveliness: 'natural' });
}

/** How far the middle of each face moves from its place, at most, in pixels; and the largest bend between two vertices. */
function movesOf(plan: MotionPlan, faces: ReturnType<typeof crowd>): { moves: number[]; bend: number } {
  const sample = createMotionSampler(plan);
  const { columns, rows, cellSize } = plan;
  const moves = faces.map(() => 0);
  let bend = 0;
  for (let n = 0; n < 25; n++) {
    const offsets = sample(n / 25);
    const at = (data: Float32Array, x: number, y: number) =>
      samplePlane({ width: columns, height: rows, data }, x / cellSize, y / cellSize);
    faces.forEach(({ x, y }, i) => {
      moves[i] = Math.max(moves[i]!, Math.hypot(at(offsets.dx, x, y), at(offsets.dy, x, y)));
    });
    for (const data of [offsets.dx, offsets.dy]) {
      data.forEach((value, i) => {
        if (i % columns > 0) bend = Math.max(bend, Math.abs(value - data[i - 1]!) / cellSize);
      });
    }
  }
  return { moves, bend };
}

test.each([20, 30, 50, 80])('each face of %d pixels in a crowd of fifteen is seen to move', (width) => {
  for (const gap of [1.05, 1.3, 2]) {
    for (const seed of [1, 2, 3]) {
      const faces = crowd(width, gap);
      const { moves, bend } = movesOf(planOf(faces, seed), faces);
      expect(Math.min(...moves)).toBeGreaterThan(1.3);
      expect(bend).toBeLessThan(0.8);
    }
  }
});

test('smaller faces move further for their size', () => {
  const shareOf = (width: number) => {
    const faces = crowd(width, 2);
    const { moves } = movesOf(planOf(faces, 1), faces);
    return moves.reduce((sum, move) => sum + move, 0) / moves.length / width;
  };
  const shares = [30, 50, 80, 110].map(shareOf);
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  expect(shares[0]! / shares[3]!).toBeGreaterThan(1.8);
});

test('a face moves hardly less because others are cheek to cheek with it', () => {
  const faces = crowd(50, 1.05);
  const middle = 7;
  const { moves } = movesOf(planOf(faces, 1), faces);
  // The others are far away, in the order in which they take their turn.
  const apart = faces.map((face, i) => (i === middle ? face : drawnFace(60 + 70 * i, 60, 20)));
  const { moves: alone } = movesOf(planOf(apart, 1), apart);
  expect(moves[middle]! / alone[middle]!).toBeGreaterThan(0.9);
});

test('a group moves up to a border that is kept', () => {
  const corners = [
    { x: 0.2, y: 0.2 },
    { x: 0.8, y: 0.2 },
    { x: 0.8, y: 0.8 },
    { x: 0.2, y: 0.8 },
  ] as const;
  // 50 pixels within the border.
  const faces = [drawnFace(254, 250, 40), drawnFace(512, 384, 40), drawnFace(770, 500, 40)];
  const plan = planOf(faces, 1, { held: { corners, isOval: false } });
  const { moves } = movesOf(plan, faces);
  for (const move of moves) expect(move).toBeGreaterThan(1.3);
  const outside = [drawnFace(190, 250, 40)];
  expect(movesOf(plan, outside).moves).toEqual([0]);
});
