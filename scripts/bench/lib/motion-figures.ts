import { frameCount } from '#server/engine/animate/animation.ts';
import type { OpenPhoto } from '#server/engine/animate/open-photo.ts';
import { createMotionSampler, type Offsets } from '#shared/motion/frame-motion.ts';
import { sampleToGrid } from '#shared/motion/grid.ts';

/** How far things move, in pixels of the video. */
export interface MotionFigures {
  /** Mean displacement of the subject and of its surroundings, each in the frame where it is largest. */
  readonly subject: number;
  readonly background: number;
  /** The subject's displacement relative to its background, in the frame where it is largest. */
  readonly difference: number;
  /**
   * How far the subject or its surroundings, whichever moved further on average, are from where they were in the first
   * frame, after twelve frames: half a second.
   */
  readonly early: number;
}

/** Measures a motion plan by its vertices inside the frame. */
export function measureMotion({ scene, plan }: OpenPhoto): MotionFigures {
  const { columns, cellSize, frameWidth, frameHeight } = plan;
  const presence = sampleToGrid(scene.estimate.presence, plan);
  const inside = [...presence.keys()].filter(
    (i) => (i % columns) * cellSize < frameWidth && Math.floor(i / columns) * cellSize < frameHeight,
  );
  const subject = inside.filter((i) => presence[i]! > 0.5);
  const around = inside.filter((i) => presence[i]! < 0.2);
  const motionAt = createMotionSampler(plan);
  const first = structuredClone(motionAt(0));
  const most = { subject: 0, background: 0, difference: 0, early: 0 };
  for (let n = 0; n < frameCount; n++) {
    const motion = motionAt(n / frameCount);
    const far = motion.background ?? motion;
    most.subject = Math.max(most.subject, meanShift(motion, subject));
    most.background = Math.max(most.background, meanShift(far, around));
    most.difference = Math.max(
      most.difference,
      mean(subject, (i) => Math.hypot(motion.dx[i]! - far.dx[i]!, motion.dy[i]! - far.dy[i]!)),
    );
    if (n === 12)
      most.early = Math.max(
        meanShift(motion, subject, first),
        meanShift(far, around, first.background ?? first),
      );
  }
  return most;
}

/** The mean distance of vertices from their places at rest, or from those of another frame. */
function meanShift({ dx, dy }: Offsets, vertices: readonly number[], from?: Offsets): number {
  return mean(vertices, (i) => Math.hypot(dx[i]! - (from?.dx[i] ?? 0), dy[i]! - (from?.dy[i] ?? 0)));
}

function mean(of: readonly number[], value: (each: number) => number): number {
  return of.length === 0 ? 0 : of.reduce((sum, each) => sum + value(each), 0) / of.length;
}

/**
 * How much more the picture changes from its last frame to its first than between the frames next to that seam, in grey
 * levels.
 */
export function seamPulse(frames: readonly Uint8Array[]): number {
  const change = (a: number, b: number): number => {
    const [from, to] = [frames.at(a)!, frames.at(b)!];
    return to.reduce((sum, value, i) => sum + Math.abs(value - from[i]!), 0) / to.length;
  };
  return change(-1, 0) - (change(-2, -1) + change(0, 1)) / 2;
}
