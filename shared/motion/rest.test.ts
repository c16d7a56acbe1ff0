import { expect, test } from 'vitest';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import { drawPortrait } from '#tests/support/drawn-portrait.ts';
import type { Pet } from '../vision/find-pets.ts';
import { estimateDepth } from './depth.ts';
import type { RestPoint } from './found-faces.ts';
import { createMotionSampler } from './frame-motion.ts';
import { type MotionPlan, planMotion } from './motion-plan.ts';
import { createPlanEyes } from './plan-eyes.ts';
import { createPlane } from './plane.ts';
import { createScene } from './scene.ts';

const size = { width: 768, height: 960 };
const photo = drawPortrait(768, 960);
const estimate = estimateDepth(drawPortrait(128, 160));
const [left, right] = [drawnFace(200, 300, 180), drawnFace(560, 300, 180)];
const dog: Pet = {
  species: 'dog',
  score: 0.6,
  left: 260,
  top: 560,
  right: 520,
  bottom: 940,
  head: { x: 384, y: 650, radius: 90, angle: 0, eyes: null },
};
const cat: Pet = { ...dog, species: 'cat', left: 600, right: 760, head: null };

function planWith(rest: readonly RestPoint[], { faces = [left, right], pets = [dog, cat] } = {}): MotionPlan {
  const detection = { ...size, faces, pets, people: createPlane(1, 1) };
  const scene = createScene(size, { ...estimate, people: null }, detection, 3, { rest });
  return planMotion(scene, { motion: 'still', liveliness: 'natural' });
}

/** The furthest that the vertex nearest to a position moves over the loop, in pixels. */
function reach(plan: MotionPlan, x: number, y: number): number {
  const sample = createMotionSampler(plan);
  const vertex = Math.round(y / plan.cellSize) * plan.columns + Math.round(x / plan.cellSize);
  const distances = Array.from({ length: 50 }, (_, n) => {
    const { dx, dy } = sample(n / 50);
    return Math.hypot(dx[vertex]!, dy[vertex]!);
  });
  return Math.max(...distances);
}

const usual = planWith([]);
const leftRests = planWith([[200 / 768, 300 / 960]]);

test('a face that rests does not move, and everybody else moves as before', () => {
  expect(reach(usual, 200, 300)).toBeGreaterThan(4);
  for (const [x, y] of [
    [200, 300],
    [150, 250],
    [250, 380],
    [200, 210],
  ] as const)
    expect(reach(leftRests, x, y)).toBe(0);
  for (const [x, y] of [
    [560, 300],
    [560, 380],
    [384, 650],
    [680, 600],
  ] as const) {
    expect(reach(usual, x, y)).toBeGreaterThan(1);
    // The dog is in reach of the left person's chest, which does not breathe any more.
    expect(reach(leftRests, x, y)).toBeGreaterThan(0.8 * reach(usual, x, y));
    if (x !== 384) expect(reach(leftRests, x, y)).toBeCloseTo(reach(usual, x, y), 1);
  }
});

test('nobody blinks or looks at another moment because somebody rests', () => {
  const phases = Array.from({ length: 50 }, (_, n) => n / 50);
  const timing = ({ people, pets }: MotionPlan) => [
    ...people.map(({ rhythm, gaze }) => phases.map((phase) => [rhythm.blink(phase), gaze(phase)])),
    ...pets.map(({ rhythm }) => phases.map((phase) => rhythm.blink(phase))),
  ];
  expect(timing(leftRests)).toEqual(timing(usual));
  const painted = (plan: MotionPlan) => {
    const eyes = createPlanEyes(photo, plan);
    return phases.map((phase) => eyes(phase).map(({ patch, rgb }) => ({ patch, rgb: rgb.slice() })));
  };
  const before = painted(usual);
  const isRight = ({ patch }: { patch: { left: number } }) => patch.left > 384;
  expect(before.flat().some((each) => !isRight(each))).toBe(true);
  expect(painted(leftRests)).toEqual(before.map((parts) => parts.filter(isRight)));
});

test('a resting face is not pulled along by the one beside it, which moves no less', () => {
  const beside = { faces: [left, drawnFace(390, 300, 180)], pets: [] };
  expect(reach(planWith([], beside), 200, 300)).toBeGreaterThan(4);
  const plan = planWith([[200 / 768, 300 / 960]], beside);
  expect(reach(plan, 200, 300)).toBe(0);
  expect(reach(plan, 220, 300)).toBe(0);
  expect(reach(plan, 400, 300)).toBeGreaterThan(0.9 * reach(planWith([], beside), 400, 300));
});

test('animals rest too, and all of one whose face was not found', () => {
  const plan = planWith([
    [384 / 768, 650 / 960],
    [700 / 768, 700 / 960],
  ]);
  for (const [x, y] of [
    [384, 650],
    [384, 600],
    [680, 600],
    [680, 800],
  ] as const) {
    expect(reach(usual, x, y)).toBeGreaterThan(0.5);
    expect(reach(plan, x, y)).toBeCloseTo(0, 2);
  }
  expect(reach(plan, 200, 300)).toBeCloseTo(reach(usual, 200, 300), 1);
});

test('the camera moves whoever rests', () => {
  const all: RestPoint[] = [
    [200 / 768, 300 / 960],
    [560 / 768, 300 / 960],
  ];
  const detection = { ...size, faces: [left, right], people: createPlane(1, 1) };
  const scene = createScene(size, estimate, detection, 3, { rest: all });
  const plan = planMotion(scene, { motion: 'push-in', liveliness: 'natural' });
  expect(reach(plan, 200, 300)).toBeGreaterThan(3);
  expect(createPlanEyes(photo, plan)(0.5)).toEqual([]);
});

test('a point that meets no face changes nothing', () => {
  const sample = createMotionSampler(planWith([[0.5, 0.02]]));
  expect(sample(0.3)).toEqual(createMotionSampler(usual)(0.3));
});
