import { limits } from '../../../../shared/limits.ts';
import { type DepthEstimate, usualDepth } from '../../../../shared/motion/depth.ts';
import {
  createMotionSampler,
  type FrameMotion,
  type MotionSampler,
} from '../../../../shared/motion/frame-motion.ts';
import { type FrameSize, frameSizeFor, smallSizeFor } from '../../../../shared/motion/frame-size.ts';
import { type MotionPlan, planMotion } from '../../../../shared/motion/motion-plan.ts';
import { smoothstep } from '../../../../shared/motion/plane.ts';

/** How long the motion takes from the assumed depth to the real one: long enough that nothing is seen to jump. */
const glideSeconds = 0.6;

/** The vertices that a frame's motion is given for, 16 pixels of the video apart. */
export type MotionGrid = Pick<MotionPlan, 'frameWidth' | 'frameHeight' | 'columns' | 'rows'>;

/** The motion of one photo: the video's own, at first by the usual depth, by the photo's own as soon as it is known. */
export interface LivingMotion {
  readonly grid: MotionGrid;
  /** Takes the photo's own depth: at once before anything has moved, else gliding over to it. Counts once. */
  learn(estimate: DepthEstimate): void;
  /** The motion after so many seconds of playing, which must not go back. Overwritten by the next call. */
  at(seconds: number): FrameMotion;
}

/** Lays out the motion of a photo of this size, as the server does for its video. */
export function createLivingMotion(photo: FrameSize): LivingMotion {
  const frame = frameSizeFor(photo);
  const grid = planMotion(usualDepth(smallSizeFor(frame)), frame.width, frame.height);
  let current: MotionSampler = createMotionSampler(grid);
  let next: { motion: MotionSampler; since: number } | null = null;
  let played = 0;
  return {
    grid,
    learn(estimate) {
      const motion = createMotionSampler(planMotion(estimate, frame.width, frame.height));
      if (played === 0) current = motion;
      else next = { motion, since: played };
    },
    at(seconds) {
      played = seconds;
      const phase = phaseAt(seconds);
      const motion = current(phase);
      if (!next) return motion;
      const share = smoothstep(0, glideSeconds, seconds - next.since);
      const target = next.motion(phase);
      if (share < 1) return blend(motion, target, share);
      current = next.motion;
      next = null;
      return target;
    },
  };
}

/** Where in the video's loop (0 to 1) the preview is after so many seconds. */
export function phaseAt(seconds: number): number {
  return (seconds / limits.video.seconds) % 1;
}

/** Both motions have the same light: it does not depend on depth. */
function blend(from: FrameMotion, to: FrameMotion, share: number): FrameMotion {
  for (const axis of ['dx', 'dy'] as const) {
    for (let i = 0; i < from[axis].length; i++) from[axis][i]! += (to[axis][i]! - from[axis][i]!) * share;
  }
  return from;
}
