import { expect, test } from 'vitest';
import { type DepthEstimate, estimateDepth, typicalDepth } from '#shared/motion/depth.ts';
import type { RestPoint } from '#shared/motion/found-faces.ts';
import { createMotionSampler, type FrameMotion } from '#shared/motion/frame-motion.ts';
import { planMotion } from '#shared/motion/motion-plan.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';
import { createScene } from '#shared/motion/scene.ts';
import { drawPortrait } from '#tests/support/drawn-portrait.ts';
import { portraitDetection } from '#tests/support/drawn-detection.ts';
import { createLivingMotion, phaseAt } from './living-motion.ts';

const photo = { width: 600, height: 750 };
const own = estimateDepth(drawPortrait(128, 160));
const seed = 7;
const motionOf = (estimate: DepthEstimate) =>
  createMotionSampler(planMotion(createScene(photo, estimate, null, seed), defaultAnimationOptions, 8));
const ownMotion = motionOf(own);
const usualMotion = motionOf(typicalDepth({ width: 128, height: 160 }));
const step = 1 / 60;

const copy = ({ dx, dy, light, background, blur }: FrameMotion): FrameMotion => ({
  background,
  blur,
  dx: dx.slice(),
  dy: dy.slice(),
  light: light.slice(),
});

/** The largest distance that any vertex moves from one frame to another, in pixels of the video. */
function longestStep(from: FrameMotion, to: FrameMotion): number {
  return Math.max(...from.dx.map((x, i) => Math.hypot(to.dx[i]! - x, to.dy[i]! - from.dy[i]!)));
}

test('the preview loops every six seconds, like the video', () => {
  expect([0, 1.5, 6, 13.5].map(phaseAt)).toEqual([0, 0.25, 0, 0.25]);
});

test('an unanalysed photo moves by the usual depth', () => {
  expect(createLivingMotion(photo, seed).at(1.5)).toEqual(usualMotion(0.25));
});

test('depth learnt before anything moves applies at once', () => {
  const motion = createLivingMotion(photo, seed);
  motion.at(0);
  motion.update({ estimate: own, detection: null });
  expect(motion.at(1.5)).toEqual(ownMotion(0.25));
});

test('depth learnt later is blended in without jumps, until the motion is the video’s', () => {
  const motion = createLivingMotion(photo, seed);
  let before = copy(motion.at(1.5));
  expect(longestStep(before, copy(ownMotion(0.25)))).toBeGreaterThan(3);
  motion.update({ estimate: own, detection: null });
  let most = 0;
  for (let seconds = 1.5; seconds < 2.5; seconds += step) {
    const now = copy(motion.at(seconds));
    most = Math.max(most, longestStep(before, now));
    before = now;
  }
  expect(most).toBeLessThan(1.5);
  expect(motion.at(3)).toEqual(ownMotion(0.5));
});

test('with the same people, preview and video are displaced identically in every frame', () => {
  const detection = portraitDetection(600, 750);
  const estimate = estimateDepth(drawPortrait(128, 160), detection.people);
  const scene = createScene(photo, estimate, detection, seed);
  const video = createMotionSampler(planMotion(scene));
  expect([scene.faces.length, scene.isLayered]).toEqual([1, true]);
  const preview = createLivingMotion(photo, seed);
  preview.at(0);
  preview.update({ estimate, detection });
  const still = copy(video(0));
  for (let n = 1; n < 150; n++) {
    const expected = video(n / 150);
    expect(longestStep(still, expected)).toBeGreaterThan(0.1);
    expect(preview.at((6 * n) / 150)).toEqual(expected);
  }
});

test('whoever is told to rest comes to rest without a jump, as in the video, even if told twice', () => {
  const detection = portraitDetection(600, 750);
  const estimate = estimateDepth(drawPortrait(128, 160), detection.people);
  const { x, y } = detection.faces[0]!;
  const rest: RestPoint[] = [[x / 600, y / 750]];
  const scene = createScene(photo, estimate, detection, seed, { rest });
  const video = createMotionSampler(planMotion(scene, defaultAnimationOptions, 8));
  const preview = createLivingMotion(photo, seed);
  preview.at(0);
  preview.update({ estimate, detection });
  let before = copy(preview.at(1.5));
  let most = 0;
  const told = new Map<number, RestPoint[]>([
    [10, rest],
    [20, []],
    [30, rest],
  ]);
  for (let n = 1; n < 120; n++) {
    const points = told.get(n);
    if (points) preview.update({ estimate, detection, rest: points });
    const now = copy(preview.at(1.5 + n * step));
    most = Math.max(most, longestStep(before, now));
    before = now;
  }
  expect(most).toBeLessThan(1.5);
  expect(preview.at(4.5)).toEqual(video(0.75));
});
