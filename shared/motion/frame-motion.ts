import { approach } from './curves.ts';
import type { Grid, Movement } from './grid.ts';
import type { MotionPlan } from './motion-plan.ts';
import { bilinear } from './plane.ts';

/** Lift of a mid-grey where the light is strongest, in 8-bit levels. */
const lightStrength = 6;
/** Width of the band of light, as a share of its way. */
const lightWidth = 0.3;

/** Where each vertex of a frame takes its picture from: an offset into the photo in pixels; row by row. */
export interface Offsets {
  readonly dx: Float32Array;
  readonly dy: Float32Array;
}

/** How one frame is drawn. */
export interface FrameMotion extends Offsets {
  /** Where the background lies that is seen around the people; null in a picture of one layer. */
  readonly background: Offsets | null;
  /** How far the background is out of focus, 0 to 1. */
  readonly blur: number;
  /** Lift of a mid-grey in 8-bit levels, 0 or more, for each vertex. */
  readonly light: Float32Array;
}

/** Answers the motion at a phase of the loop, 0 to 1; at 0 and at 1 nothing has moved. The answer is overwritten by the next call. */
export type MotionSampler = (phase: number) => FrameMotion;

/** Prepares for asking a plan frame by frame, without new memory for each. */
export function createMotionSampler(plan: MotionPlan): MotionSampler {
  const photo = createLayerSampler(plan, plan.movements);
  const background = plan.background && createLayerSampler(plan, plan.background);
  const light = new Float32Array(plan.columns * plan.rows);
  return (phase) => {
    shine(plan, phase, light);
    return { ...photo(phase), background: background?.(phase) ?? null, blur: plan.blur(phase), light };
  };
}

function createLayerSampler(grid: Grid, movements: readonly Movement[]): (phase: number) => Offsets {
  const field = () => new Float32Array(grid.columns * grid.rows);
  const offsets = (): Offsets => ({ dx: field(), dy: field() });
  const [forward, once, twice] = [offsets(), offsets(), offsets()];
  return (phase) => {
    addMovements(grid, movements, phase, forward);
    lookUp(grid, forward, forward, once);
    lookUp(grid, forward, once, twice);
    return twice;
  };
}

function addMovements(grid: Grid, movements: readonly Movement[], phase: number, sum: Offsets): void {
  sum.dx.fill(0);
  sum.dy.fill(0);
  for (const { curve, left, top, columns, rows, x, y } of movements) {
    const amount = curve(phase);
    if (amount === 0) continue;
    for (let row = 0, i = 0; row < rows; row++) {
      let to = (top + row) * grid.columns + left;
      for (let column = 0; column < columns; column++, i++, to++) {
        sum.dx[to]! += amount * x[i]!;
        sum.dy[to]! += amount * y[i]!;
      }
    }
  }
}

/**
 * The movements say where things go from where they are in the photo; a frame needs the way back from where they are in
 * it. Each call is one step of fixed-point iteration, which looks the field up where the step before has led.
 */
function lookUp({ columns, rows, cellSize }: Grid, field: Offsets, from: Offsets, out: Offsets): void {
  const perPixel = 1 / cellSize;
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const x = clamp(column + from.dx[i]! * perPixel, columns - 1.001);
      const y = clamp(row + from.dy[i]! * perPixel, rows - 1.001);
      const left = x | 0;
      const top = y | 0;
      const vertex = top * columns + left;
      out.dx[i] = bilinear(field.dx, vertex, columns, x - left, y - top);
      out.dy[i] = bilinear(field.dy, vertex, columns, x - left, y - top);
    }
  }
}

function clamp(value: number, most: number): number {
  return value < 0 ? 0 : value > most ? most : value;
}

/** Less than a quarter of a level can't be seen, and frames are drawn faster where there is none. */
const faintest = 0.25;
const lightCurve = approach(1);

/** A broad soft band of light that wanders once from the upper left to the lower right and is gone at both ends of the loop. */
function shine({ lightPath }: MotionPlan, phase: number, out: Float32Array): void {
  const strength = lightStrength * lightCurve(phase);
  const position = 2.2 * phase - 0.5;
  const reaches = Math.log(lightStrength / faintest);
  for (let i = 0; i < out.length; i++) {
    const distance = (lightPath[i]! - position) / lightWidth;
    const square = distance * distance;
    out[i] = square > reaches ? 0 : Math.max(0, strength * Math.exp(-square) - faintest);
  }
}
