import { curves } from './curves.ts';
import type { DepthEstimate } from './depth.ts';
import { type Plane, samplePlane, smoothstep } from './plane.ts';

/** Distance of the grid's vertices in frame pixels. */
export const cellSize = 16;

/** How far things move, in pixels of a frame whose shorter side is 768, or as a share where noted. */
const amplitude = {
  parallaxX: 11,
  parallaxY: 4,
  /** Share of magnification at the height of the approach, everywhere and for what is nearest. */
  approach: 0.028,
  approachNear: 0.012,
  lean: 3,
  breathLift: 2.2,
  breathWidth: 1.6,
} as const;

/** No part of the picture is stretched or squeezed by parallax more than this share. */
const maxStrain = 0.085;

/** Depth that stands still while nearer and farther things pass each other. */
const pivotDepth = 0.4;

/** A movement that the whole animation is made of: how far each vertex goes when its curve is at 1, in pixels. */
interface Movement {
  readonly curve: (phase: number) => number;
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** Everything about a photo's motion that does not change from frame to frame. */
export interface MotionPlan {
  readonly frameWidth: number;
  readonly frameHeight: number;
  /** Vertices per row and column; one row and column more than the cells that cover the frame. */
  readonly columns: number;
  readonly rows: number;
  readonly movements: readonly Movement[];
  /** How far each vertex lies along the way of the light, which passes from 0 to about 1.15. */
  readonly lightPath: Float32Array;
}

/** Lays out the motion of a photo that is shown at `frameWidth` x `frameHeight`, over a grid of 16-pixel cells. */
export function planMotion(estimate: DepthEstimate, frameWidth: number, frameHeight: number): MotionPlan {
  const columns = Math.ceil(frameWidth / cellSize) + 2;
  const rows = Math.ceil(frameHeight / cellSize) + 2;
  const unit = Math.min(frameWidth, frameHeight) / 768;
  const depth = resampleToGrid(estimate.depth, columns, rows, frameWidth, frameHeight);
  const presence = resampleToGrid(estimate.presence, columns, rows, frameWidth, frameHeight);
  const centre = centreOfInterest(presence, frameWidth, frameHeight, estimate.confidence);
  const movement = (
    curve: Movement['curve'],
    offset: (x: number, y: number, i: number) => readonly [number, number],
  ): Movement => {
    const x = new Float32Array(columns * rows);
    const y = new Float32Array(columns * rows);
    for (let i = 0; i < x.length; i++) {
      const [dx, dy] = offset((i % columns) * cellSize, Math.floor(i / columns) * cellSize, i);
      x[i] = dx;
      y[i] = dy;
    }
    return { curve, x, y };
  };
  const sure = estimate.confidence;
  const parallax = Math.min(amplitude.parallaxX * unit, maxStrain / steepest(depth, columns));
  const chest = Math.min(0.8 * frameHeight, centre.y + 0.12 * frameHeight);
  const movements = [
    movement(curves.approach, (x, y, i) => {
      const share = amplitude.approach + amplitude.approachNear * depth[i]!;
      const up = amplitude.parallaxY * unit * (depth[i]! - pivotDepth);
      return [(centre.x - x) * share, (centre.y - y) * share + up];
    }),
    movement(curves.swing, (_x, y, i) => {
      const lean = amplitude.lean * unit * sure * presence[i]! * (1 - smoothstep(0, 1, y / frameHeight));
      return [-parallax * (depth[i]! - pivotDepth) - lean, 0];
    }),
    movement(curves.breath, (x, y, i) => {
      const around = Math.exp(-(((y - chest) / (0.2 * frameHeight)) ** 2)) * presence[i]! * sure;
      const side = Math.max(-1, Math.min(1, (x - centre.x) / (0.25 * frameWidth)));
      return [-amplitude.breathWidth * unit * side * around, amplitude.breathLift * unit * around];
    }),
  ];
  const lightPath = Float32Array.from(depth, (_, i) => {
    const x = ((i % columns) * cellSize) / frameWidth;
    const y = (Math.floor(i / columns) * cellSize) / frameHeight;
    return 0.8 * x + 0.35 * y;
  });
  return { frameWidth, frameHeight, columns, rows, movements, lightPath };
}

function resampleToGrid(
  plane: Plane,
  columns: number,
  rows: number,
  width: number,
  height: number,
): Float32Array {
  const toPlaneX = plane.width / width;
  const toPlaneY = plane.height / height;
  return Float32Array.from({ length: columns * rows }, (_, i) => {
    const x = ((i % columns) * cellSize + 0.5) * toPlaneX - 0.5;
    const y = (Math.floor(i / columns) * cellSize + 0.5) * toPlaneY - 0.5;
    return samplePlane(plane, x, y);
  });
}

/** The largest change of a grid's values per pixel. */
function steepest(grid: Float32Array, columns: number): number {
  let most = 1e-6;
  for (let i = columns; i < grid.length; i++) {
    if (i % columns === 0) continue;
    const across = grid[i]! - grid[i - 1]!;
    const down = grid[i]! - grid[i - columns]!;
    most = Math.max(most, Math.hypot(across, down) / cellSize);
  }
  return most;
}

/** The point that the camera approaches: between the middle of the frame and that of the subject. */
function centreOfInterest(
  presence: Float32Array,
  width: number,
  height: number,
  confidence: number,
): { x: number; y: number } {
  const columns = Math.ceil(width / cellSize) + 2;
  let sum = 1e-6;
  let sumX = 0;
  let sumY = 0;
  for (let i = 0; i < presence.length; i++) {
    sum += presence[i]!;
    sumX += presence[i]! * (i % columns) * cellSize;
    sumY += presence[i]! * Math.floor(i / columns) * cellSize;
  }
  const pull = 0.5 * confidence;
  return {
    x: (width / 2) * (1 - pull) + (sumX / sum) * pull,
    y: (height / 2) * (1 - pull) + (sumY / sum) * pull,
  };
}
