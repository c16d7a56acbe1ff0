import { curves } from './curves.ts';
import { cellSize, type MotionPlan } from './motion-plan.ts';

/** Lift of a mid-grey where the light is strongest, in 8-bit levels. */
const lightStrength = 6;
/** Width of the band of light, as a share of its way. */
const lightWidth = 0.3;

/** Where each vertex of a frame takes its picture from, and how much light falls on it; row by row. */
export interface FrameMotion {
  /** Offset into the photo in pixels. */
  readonly dx: Float32Array;
  readonly dy: Float32Array;
  /** Lift of a mid-grey in 8-bit levels, 0 or more. */
  readonly light: Float32Array;
}

/** Answers the motion at a phase of the loop, 0 to 1; at 0 and at 1 nothing has moved. The answer is overwritten by the next call. */
export type MotionSampler = (phase: number) => FrameMotion;

/** Prepares for asking a plan frame by frame, without new memory for each. */
export function createMotionSampler(plan: MotionPlan): MotionSampler {
  const count = plan.columns * plan.rows;
  const field = () => new Float32Array(count);
  const forward = { x: field(), y: field() };
  const motion: FrameMotion = { dx: field(), dy: field(), light: field() };
  return (phase) => {
    addMovements(plan, phase, forward);
    invert(plan, forward, motion);
    shine(plan, phase, motion.light);
    return motion;
  };
}

interface Field {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

function addMovements({ movements }: MotionPlan, phase: number, sum: Field): void {
  sum.x.fill(0);
  sum.y.fill(0);
  for (const { curve, x, y } of movements) {
    const amount = curve(phase);
    for (let i = 0; i < x.length; i++) {
      sum.x[i]! += amount * x[i]!;
      sum.y[i]! += amount * y[i]!;
    }
  }
}

/**
 * The movements say how things move from where they are in the photo; a frame needs the way back from where they are in
 * it. One step of fixed-point iteration is enough, because the field changes by far less than a pixel over its own length.
 */
function invert({ columns, rows }: MotionPlan, forward: Field, out: FrameMotion): void {
  for (let i = 0; i < forward.x.length; i++) {
    const x = Math.min(Math.max((i % columns) + forward.x[i]! / cellSize, 0), columns - 1.001);
    const y = Math.min(Math.max(Math.floor(i / columns) + forward.y[i]! / cellSize, 0), rows - 1.001);
    const vertex = Math.floor(y) * columns + Math.floor(x);
    const fx = x - Math.floor(x);
    const fy = y - Math.floor(y);
    out.dx[i] = bilinear(forward.x, vertex, columns, fx, fy);
    out.dy[i] = bilinear(forward.y, vertex, columns, fx, fy);
  }
}

function bilinear(values: Float32Array, i: number, columns: number, fx: number, fy: number): number {
  const upper = values[i]! + (values[i + 1]! - values[i]!) * fx;
  const lower = values[i + columns]! + (values[i + columns + 1]! - values[i + columns]!) * fx;
  return upper + (lower - upper) * fy;
}

/** A broad soft band of light that wanders once from the upper left to the lower right and is gone at both ends of the loop. */
function shine({ lightPath }: MotionPlan, phase: number, out: Float32Array): void {
  const strength = lightStrength * curves.approach(phase);
  const position = 2.2 * phase - 0.5;
  for (let i = 0; i < out.length; i++) {
    const distance = (lightPath[i]! - position) / lightWidth;
    // Less than a quarter of a level can't be seen, and frames are drawn faster where there is none.
    out[i] = Math.max(0, strength * Math.exp(-distance * distance) - 0.25);
  }
}
