import { expect, test } from 'vitest';
import { estimateDepth, usualDepth } from '../../../../shared/motion/depth.ts';
import { createMotionSampler, type FrameMotion } from '../../../../shared/motion/frame-motion.ts';
import { planMotion } from '../../../../shared/motion/motion-plan.ts';
import { drawPortrait } from '../../../../tests/support/drawn-portrait.ts';
import { createLivingMotion, phaseAt } from './living-motion.ts';

const photo = { width: 600, height: 750 };
const own = estimateDepth(drawPortrait(128, 160));
const ownMotion = createMotionSampler(planMotion(own, 768, 960));
const usualMotion = createMotionSampler(planMotion(usualDepth({ width: 128, height: 160 }), 768, 960));
const step = 1 / 60;

const copy = ({ dx, dy, light }: FrameMotion): FrameMotion => ({
  dx: dx.slice(),
  dy: dy.slice(),
  light: light.slice(),
});

/** The longest way that any vertex goes from one frame to another, in pixels of the video. */
function longestStep(from: FrameMotion, to: FrameMotion): number {
  return Math.max(...from.dx.map((x, i) => Math.hypot(to.dx[i]! - x, to.dy[i]! - from.dy[i]!)));
}

test('what plays for six seconds and begins anew is the loop of the video', () => {
  expect([0, 1.5, 6, 13.5].map(phaseAt)).toEqual([0, 0.25, 0, 0.25]);
});

test('a photo that nobody has looked at yet moves by the usual depth', () => {
  expect(createLivingMotion(photo).at(1.5)).toEqual(usualMotion(0.25));
});

test('depth that is known before anything moves counts at once', () => {
  const motion = createLivingMotion(photo);
  motion.at(0);
  motion.learn(own);
  expect(motion.at(1.5)).toEqual(ownMotion(0.25));
});

test('depth that is known later is glided to: no frame jumps, and soon the motion is the video’s', () => {
  const motion = createLivingMotion(photo);
  let before = copy(motion.at(1.5));
  expect(longestStep(before, copy(ownMotion(0.25)))).toBeGreaterThan(4);
  motion.learn(own);
  let most = 0;
  for (let seconds = 1.5; seconds < 2.5; seconds += step) {
    const now = copy(motion.at(seconds));
    most = Math.max(most, longestStep(before, now));
    before = now;
  }
  expect(most).toBeLessThan(1);
  expect(motion.at(3)).toEqual(ownMotion(0.5));
});
