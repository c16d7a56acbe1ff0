import { expect, test } from 'vitest';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import { drawPortrait } from '#tests/support/drawn-portrait.ts';
import type { Face } from '../vision/face-mesh.ts';
import { estimateDepth } from './depth.ts';
import { judgePerson } from './eyes.ts';
import { createMotionSampler } from './frame-motion.ts';
import { type MotionPlan, planMotion } from './motion-plan.ts';
import { createPlane } from './plane.ts';
import { createScene } from './scene.ts';

const size = { width: 1024, height: 768 };
const estimate = { ...estimateDepth(drawPortrait(171, 128)), people: null };
const phases = Array.from({ length: 30 }, (_, n) => n / 30);

function planOf(faces: readonly Face[], seed = 1): MotionPlan {
  const scene = createScene(size, estimate, { ...size, faces, people: createPlane(1, 1) }, seed);
  return planMotion(scene, { motion: 'still', liveliness: 'natural' });
}

/** The greatest value over the loop at the vertices for which there is one. */
function most(plan: MotionPlan, of: (dx: number, dy: number, x: number, y: number) => number | null): number {
  const sample = createMotionSampler(plan);
  return Math.max(
    ...phases.map((phase) => {
      const { dx, dy } = sample(phase);
      return dx.reduce((greatest, right, i) => {
        const [x, y] = [(i % plan.columns) * plan.cellSize, Math.floor(i / plan.columns) * plan.cellSize];
        return Math.max(greatest, of(right, dy[i]!, x, y) ?? 0);
      }, 0);
    }),
  );
}

const cut = {
  left: drawnFace(0, 300, 90),
  right: drawnFace(1010, 300, 60),
  top: drawnFace(500, 20, 90),
  bottom: drawnFace(500, 740, 90),
};

test.each(Object.entries(cut))('what is seen of a face that is cut moves: %s', (_border, face) => {
  for (const seed of [1, 2, 3, 4]) {
    const isOnFace = (x: number, y: number) =>
      Math.hypot((x - face.x) / face.width, (y - face.y) / face.height) < 0.4;
    const plan = planOf([face], seed);
    expect(most(plan, (dx, dy, x, y) => (isOnFace(x, y) ? Math.hypot(dx, dy) : null))).toBeGreaterThan(1.3);
  }
});

test.each(Object.entries(cut))('nothing comes in from beyond the frame: %s', (_border, face) => {
  const plan = planOf([face]);
  const isSide = (x: number) => x === 0 || x >= size.width;
  const isEnd = (y: number) => y === 0 || y >= size.height;
  expect(most(plan, (dx, _dy, x) => (isSide(x) ? Math.abs(dx) : null))).toBe(0);
  expect(most(plan, (_dx, dy, _x, y) => (isEnd(y) ? Math.abs(dy) : null))).toBe(0);
});

test('people who are not cut move as they do beside one who is', () => {
  const whole = drawnFace(700, 300, 120);
  const [alone, beside] = [[whole], [whole, cut.left]].map((faces) => createMotionSampler(planOf(faces)));
  const at = (304 / 8) * planOf([whole]).columns + 696 / 8;
  for (const phase of phases) expect(beside!(phase).dx[at]).toBeCloseTo(alone!(phase).dx[at]!, 5);
});

test('eyes that are not wholly seen neither blink nor look aside', () => {
  const photo = drawPortrait(768, 960);
  const at = (x: number) => judgePerson(photo, drawnFace(x, 400, 200));
  // The left eye begins 60 pixels left of the middle of the face.
  expect(at(66)).not.toMatchObject({ gate: 'outside' });
  for (const x of [0, 30, 56, 740])
    expect(at(x)).toMatchObject({ blinks: false, gazes: false, gate: 'outside' });
});
