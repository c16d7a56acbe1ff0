import { createMotionSampler } from '#shared/motion/frame-motion.ts';
import type { MotionPlan } from '#shared/motion/motion-plan.ts';
import { samplePlane } from '#shared/motion/plane.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a place of the photo is at a phase of the loop, in pixels: crops that show it follow the camera. */
export function follow(plan: MotionPlan): (point: Point, phase: number) => Point {
  const motionAt = createMotionSampler(plan);
  const { columns: width, rows: height, cellSize } = plan;
  return ({ x, y }, phase) => {
    const { dx, dy } = motionAt(phase);
    const at = (data: Float32Array, point: Point): number =>
      samplePlane({ width, height, data }, point.x / cellSize, point.y / cellSize);
    // A frame samples the photo at an offset from each of its places; the offset changes slowly from one to the next.
    let place = { x, y };
    for (let again = 0; again < 4; again++) place = { x: x - at(dx, place), y: y - at(dy, place) };
    return place;
  };
}
