import type { DepthEstimate } from '../../../shared/motion/depth.ts';
import { createMotionSampler, type FrameMotion } from '../../../shared/motion/frame-motion.ts';
import { cellSize, type MotionPlan, planMotion } from '../../../shared/motion/motion-plan.ts';
import type { RgbPicture } from '../../../shared/motion/plane.ts';
import type { Kernel } from './kernel.ts';
import { createTextures, type PhotoTextures, reach } from './texture.ts';

/** Draws the frames of one photo's animation, any frame in any order. */
export interface FrameRenderer {
  /** Bytes of one frame: planar Y'CbCr 4:2:0, BT.709 limited range. */
  readonly frameBytes: number;
  /** Draws the frame at a phase of the loop (0 to 1) at `target`, a pointer to `frameBytes` bytes from `kernel.allocate`. */
  draw(phase: number, target: number): void;
}

const texelsPerPixel = 2;
/** The kernel counts light in 1/175 of a level. */
const lightScale = 175;

/** Prepares a photo (even width and height) for drawing. All memory that drawing takes is reserved here. */
export function createFrameRenderer(
  kernel: Kernel,
  photo: RgbPicture,
  estimate: DepthEstimate,
): FrameRenderer {
  const { width, height } = photo;
  const textures = createTextures(kernel, photo);
  const plan = planMotion(estimate, width, height);
  const motionAt = createMotionSampler(plan);
  const vertices = plan.columns * plan.rows;
  const pointers: GridPointers = {
    luma: kernel.allocate(vertices * 8),
    chroma: kernel.allocate(vertices * 8),
    light: kernel.allocate(vertices * 4),
  };
  return {
    frameBytes: (width * height * 3) / 2,
    draw(phase, target) {
      writeGrids(kernel, plan, motionAt(phase), pointers);
      drawPlanes(kernel, textures, plan.columns, pointers, target);
    },
  };
}

interface GridPointers {
  readonly luma: number;
  readonly chroma: number;
  readonly light: number;
}

/** Turns offsets in pixels into the kernel's texel coordinates, 16.16 fixed point. */
function writeGrids(kernel: Kernel, plan: MotionPlan, motion: FrameMotion, pointers: GridPointers): void {
  const vertices = plan.columns * plan.rows;
  const luma = kernel.integers(pointers.luma, vertices * 2);
  const chroma = kernel.integers(pointers.chroma, vertices * 2);
  const light = kernel.integers(pointers.light, vertices);
  const scale = texelsPerPixel * 65536;
  for (let i = 0; i < vertices; i++) {
    const x = clampToReach((i % plan.columns) * cellSize + motion.dx[i]!, plan.frameWidth);
    const y = clampToReach(Math.floor(i / plan.columns) * cellSize + motion.dy[i]!, plan.frameHeight);
    luma[2 * i] = Math.round(x * scale);
    luma[2 * i + 1] = Math.round(y * scale);
    chroma[2 * i] = luma[2 * i]! >> 1;
    chroma[2 * i + 1] = luma[2 * i + 1]! >> 1;
    light[i] = Math.round(motion.light[i]! * lightScale);
  }
}

/** Chroma has half the resolution and the same reach in its own samples, so luma's reach is the limit for both. */
function clampToReach(position: number, size: number): number {
  return Math.min(Math.max(position, -reach), size + reach);
}

function drawPlanes(
  kernel: Kernel,
  [luma, blue, red]: PhotoTextures,
  columns: number,
  grids: GridPointers,
  target: number,
): void {
  const { width, height } = luma;
  kernel.warpLuma(luma.origin, luma.stride, target, width, width, height, grids.luma, columns, grids.light);
  const blueTarget = target + width * height;
  const redTarget = blueTarget + blue.width * blue.height;
  kernel.warpChroma(
    blue.origin,
    red.origin,
    blue.stride,
    blueTarget,
    redTarget,
    blue.width,
    blue.width,
    blue.height,
    grids.chroma,
    columns,
  );
}
