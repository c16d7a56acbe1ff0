import { approach } from './curves.ts';
import { type Grid, type Movement, trimMovement } from './grid.ts';
import type { LayerPlan, MotionPlan } from './motion-plan.ts';
import { bilinear } from './plane.ts';

/** Brightening of mid-grey where the light is strongest, in 8-bit levels. */
const lightStrength = 6;
/** Width of the band of light, as a share of its path. */
const lightWidth = 0.3;

/** Where each vertex of a frame samples the photo: an offset in pixels, row by row. */
export interface Offsets {
  readonly dx: Float32Array;
  readonly dy: Float32Array;
}

/** The motion of one frame. */
export interface FrameMotion extends Offsets {
  /** The offsets of the background visible around the people; null in a single-layer picture. */
  readonly background: Offsets | null;
  /** Defocus of the background, 0 to 1. */
  readonly blur: number;
  /** Brightening of mid-grey in 8-bit levels, 0 or more, for each vertex. */
  readonly light: Float32Array;
}

/** Returns the motion at a phase of the loop, 0 to 1; nothing has moved at either end. The next call overwrites it. */
export type MotionSampler = (phase: number) => FrameMotion;

/** Prepares sampling a plan frame by frame without allocating memory for each frame. */
export function createMotionSampler(plan: MotionPlan): MotionSampler {
  const photo = createLayerSampler(plan);
  const background = plan.background && createBackgroundSampler(plan.background, plan);
  const light = new Float32Array(plan.columns * plan.rows);
  return (phase) => {
    shine(plan, phase, light);
    return { ...photo(phase), background: background?.(phase) ?? null, blur: plan.blur(phase), light };
  };
}

function createOffsets({ columns, rows }: Grid): Offsets {
  return { dx: new Float32Array(columns * rows), dy: new Float32Array(columns * rows) };
}

/** Samples the background on its own grid; between its vertices, the photo's finer grid has their mean. */
function createBackgroundSampler(background: LayerPlan, grid: Grid): (phase: number) => Offsets {
  const sample = createLayerSampler(background);
  if (background.cellSize === grid.cellSize) return sample;
  const fine = createOffsets(grid);
  return (phase) => {
    const { dx, dy } = sample(phase);
    refine(background, dx, fine.dx);
    refine(background, dy, fine.dy);
    return fine;
  };
}

/** Halves the distance between vertices. */
function refine({ columns, rows }: Grid, coarse: Float32Array, fine: Float32Array): void {
  const width = 2 * columns - 1;
  for (let row = 0, i = 0; row < rows; row++) {
    let to = 2 * row * width;
    for (let column = 0; column < columns - 1; column++, i++, to += 2) {
      fine[to] = coarse[i]!;
      fine[to + 1] = (coarse[i]! + coarse[i + 1]!) / 2;
    }
    fine[to] = coarse[i++]!;
  }
  for (let row = 1; row < 2 * rows - 1; row += 2) {
    for (let to = row * width; to < (row + 1) * width; to++)
      fine[to] = (fine[to - width]! + fine[to + width]!) / 2;
  }
}

function createLayerSampler({ movements, ...grid }: LayerPlan): (phase: number) => Offsets {
  const [forward, once, twice] = [createOffsets(grid), createOffsets(grid), createOffsets(grid)];
  const trimmed = movements.map(trimMovement);
  return (phase) => {
    addMovements(grid, trimmed, phase, forward);
    lookUp(grid, forward, forward, once);
    lookUp(grid, forward, once, twice);
    return twice;
  };
}

function addMovements(grid: Grid, movements: readonly Movement[], phase: number, { dx, dy }: Offsets): void {
  dx.fill(0);
  dy.fill(0);
  for (const { curve, left, top, columns, rows, x, y } of movements) {
    const amount = curve(phase);
    if (amount === 0) continue;
    for (let row = 0, i = 0; row < rows; row++) {
      const start = (top + row) * grid.columns + left;
      for (let to = start; to < start + columns; to++, i++) {
        dx[to]! += amount * x[i]!;
        dy[to]! += amount * y[i]!;
      }
    }
  }
}

/**
 * Movements map positions in the photo to positions in the frame; drawing a frame needs the inverse. Each call is one
 * step of fixed-point iteration, which samples the field at the position found by the previous step.
 */
function lookUp({ columns, rows, cellSize }: Grid, { dx, dy }: Offsets, from: Offsets, out: Offsets): void {
  const perPixel = 1 / cellSize;
  const [lastX, lastY] = [columns - 1.001, rows - 1.001];
  const { dx: fromX, dy: fromY } = from;
  const { dx: outX, dy: outY } = out;
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const x = clamp(column + fromX[i]! * perPixel, lastX);
      const y = clamp(row + fromY[i]! * perPixel, lastY);
      const left = x | 0;
      const top = y | 0;
      const vertex = top * columns + left;
      outX[i] = bilinear(dx, vertex, columns, x - left, y - top);
      outY[i] = bilinear(dy, vertex, columns, x - left, y - top);
    }
  }
}

function clamp(value: number, most: number): number {
  return value < 0 ? 0 : value > most ? most : value;
}

/** Less than a quarter of a level is invisible, and frames without light are drawn faster. */
const faintest = 0.25;
const lightCurve = approach(1);

/** A broad, soft band of light that moves once from upper left to lower right and is gone at both ends of the loop. */
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
