import { limits } from '#shared/limits.ts';
import { type DepthEstimate, typicalDepth } from '#shared/motion/depth.ts';
import {
  createMotionSampler,
  type FrameMotion,
  type MotionSampler,
  type Offsets,
} from '#shared/motion/frame-motion.ts';
import { type FrameSize, frameSizeFor, smallSizeFor } from '#shared/motion/frame-size.ts';
import type { Grid } from '#shared/motion/grid.ts';
import { type MotionPlan, planMotion } from '#shared/motion/motion-plan.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';
import { smoothstep } from '#shared/motion/plane.ts';
import { createScene, type PictureOptions, type Scene } from '#shared/motion/scene.ts';
import type { Detection } from '#shared/vision/detect-people.ts';

/** How long the transition between two motions takes: long enough to avoid a visible jump. */
const transitionSeconds = 0.6;
/** The vertex spacing used where faces move, so that the grid stays the same whatever is learned. */
const cellSize = 8;

/** What is known about a photo so far: its depth, and later the people in it; and who of them rests. */
export interface PhotoAnalysis {
  readonly estimate: DepthEstimate;
  readonly detection: Detection | null;
  readonly rest?: PictureOptions['rest'];
}

/**
 * The motion of one photo, the same as its video's: with a typical depth at first, then with what is learned of the
 * photo.
 */
export interface LivingMotion {
  readonly grid: Grid;
  /** Applies a new analysis: immediately if nothing has moved yet, otherwise with a smooth transition. */
  update(analysis: PhotoAnalysis): { plan: MotionPlan; scene: Scene };
  /**
   * The motion after this many seconds of playback, which must not decrease. The result is overwritten by the next
   * call.
   */
  at(seconds: number): FrameMotion;
}

/**
 * Plans the motion of a photo of this size, as the server does for its video with the same seed.
 */
export function createLivingMotion(
  photo: FrameSize,
  seed: number,
  view: Pick<PictureOptions, 'held' | 'corners'> = {},
): LivingMotion {
  const plan = ({ estimate, detection, rest = [] }: PhotoAnalysis) => {
    const scene = createScene(photo, estimate, detection, seed, { ...view, rest });
    return { scene, plan: planMotion(scene, defaultAnimationOptions, cellSize) };
  };
  const estimate = typicalDepth(smallSizeFor(frameSizeFor(photo)));
  const first = plan({ estimate, detection: null }).plan;
  let current: MotionSampler = createMotionSampler(first);
  let next: Transition | null = null;
  let played = 0;
  return {
    grid: first,
    update(analysis) {
      const learned = plan(analysis);
      const motion = createMotionSampler(learned.plan);
      if (played === 0) current = motion;
      else {
        if (next) current = halfway(current, next, played);
        next = { motion, since: played };
      }
      return learned;
    },
    at(seconds) {
      played = seconds;
      const phase = phaseAt(seconds);
      if (!next) return current(phase);
      const share = shareOf(next, seconds);
      if (share < 1) return blend(current(phase), next.motion(phase), share);
      current = next.motion;
      next = null;
      return current(phase);
    },
  };
}

interface Transition {
  readonly motion: MotionSampler;
  readonly since: number;
}

const shareOf = ({ since }: Transition, seconds: number): number =>
  smoothstep(0, transitionSeconds, seconds - since);

/** Stays where a transition is at this moment: another one starts from there. */
function halfway(from: MotionSampler, to: Transition, seconds: number): MotionSampler {
  const share = shareOf(to, seconds);
  return share === 1 ? to.motion : (phase) => blend(from(phase), to.motion(phase), share);
}

/** The preview's position in the video's loop (0 to 1) after this many seconds. */
export function phaseAt(seconds: number): number {
  return (seconds / limits.video.seconds) % 1;
}

/** Interpolates between two motions. A picture with one layer counts as two layers that move alike. */
function blend(from: FrameMotion, to: FrameMotion, share: number): FrameMotion {
  const background =
    from.background || to.background
      ? blendOffsets(from.background ?? from, to.background ?? to, share)
      : null;
  return {
    ...blendOffsets(from, to, share),
    background,
    blur: from.blur + (to.blur - from.blur) * share,
    light: to.light,
  };
}

function blendOffsets(from: Offsets, to: Offsets, share: number): Offsets {
  const mix = (a: Float32Array, b: Float32Array) => a.map((value, i) => value + (b[i]! - value) * share);
  return { dx: mix(from.dx, to.dx), dy: mix(from.dy, to.dy) };
}
