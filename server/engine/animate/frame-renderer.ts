import { createEyes } from '../../../shared/motion/eyes.ts';
import { createMotionSampler, type Offsets } from '../../../shared/motion/frame-motion.ts';
import type { MotionPlan } from '../../../shared/motion/motion-plan.ts';
import type { RgbPicture } from '../../../shared/motion/plane.ts';
import type { Scene } from '../../../shared/motion/scene.ts';
import type { Kernel } from './kernel.ts';
import { createPhotoLayers, type PhotoLayers } from './photo-layers.ts';
import { reach } from './texture.ts';

/** Draws the frames of one photo's animation, any frame in any order. */
export interface FrameRenderer {
  /** Bytes of one frame: planar Y'CbCr 4:2:0, BT.709 limited range. */
  readonly frameBytes: number;
  /** Draws the frame at a phase of the loop (0 to 1) to `target`: `frameBytes` bytes from `kernel.allocate`. */
  draw(phase: number, target: number): void;
}

const texelsPerPixel = 2;
/** The kernel measures light in 1/175 of a level. */
const lightScale = 175;

/** Prepares a photo (even width and height) for drawing according to a plan. Reserves all memory that drawing needs. */
export function createFrameRenderer(
  kernel: Kernel,
  photo: RgbPicture,
  scene: Scene,
  plan: MotionPlan,
): FrameRenderer {
  const { width, height } = photo;
  const losesFocus = plan.blur(0.5) > 0;
  const layers = createPhotoLayers(kernel, photo, scene, losesFocus);
  const motionAt = createMotionSampler(plan);
  const eyesAt = createEyes(
    photo,
    plan.people.map(({ head, rhythm }) => ({ face: head.face, rhythm })),
  );
  const grids = { photo: allocateGrids(kernel, plan), background: allocateGrids(kernel, plan) };
  const light = kernel.allocate(plan.columns * plan.rows * 4);
  const scratch = kernel.allocate(kernel.scratchBytes(plan.columns));
  return {
    frameBytes: (width * height * 3) / 2,
    draw(phase, target) {
      for (const { patch, rgb } of eyesAt(phase)) layers.replace(patch, rgb);
      const motion = motionAt(phase);
      writeGrids(kernel, plan, motion, grids.photo);
      if (motion.background) writeGrids(kernel, plan, motion.background, grids.background);
      const lights = kernel.integers(light, motion.light.length);
      for (let i = 0; i < lights.length; i++) lights[i] = motion.light[i]! * lightScale;
      drawPlanes({ kernel, layers, plan, grids, light, scratch, blur: motion.blur, target });
    },
  };
}

interface GridPointers {
  readonly luma: number;
  readonly chroma: number;
}

/** Vertex columns of the chroma grid, which is always spaced at 16 frame pixels, whatever the luma grid's spacing. */
function chromaColumns({ columns, cellSize }: MotionPlan): number {
  return cellSize === 16 ? columns : (columns + 1) / 2;
}

function allocateGrids(kernel: Kernel, plan: MotionPlan): GridPointers {
  const bytes = plan.columns * plan.rows * 8;
  return { luma: kernel.allocate(bytes), chroma: kernel.allocate(bytes) };
}

/** Converts offsets in pixels into the kernel's texel coordinates, 16.16 fixed point. */
function writeGrids(kernel: Kernel, plan: MotionPlan, { dx, dy }: Offsets, pointers: GridPointers): void {
  const { columns, rows, cellSize, frameWidth, frameHeight } = plan;
  const luma = kernel.integers(pointers.luma, columns * rows * 2);
  const chroma = kernel.integers(pointers.chroma, columns * rows * 2);
  const scale = texelsPerPixel * 65536;
  const step = 16 / cellSize;
  for (let row = 0, i = 0, half = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const x = (clampToReach(column * cellSize + dx[i]!, frameWidth) * scale) | 0;
      const y = (clampToReach(row * cellSize + dy[i]!, frameHeight) * scale) | 0;
      luma[2 * i] = x;
      luma[2 * i + 1] = y;
      if (row % step !== 0 || column % step !== 0) continue;
      chroma[half++] = x >> 1;
      chroma[half++] = y >> 1;
    }
  }
}

/** Chroma has half the resolution but the same reach in its own samples, so luma's reach limits both. */
function clampToReach(position: number, size: number): number {
  return position < -reach ? -reach : position > size + reach ? size + reach : position;
}

interface Drawing {
  readonly kernel: Kernel;
  readonly layers: PhotoLayers;
  readonly plan: MotionPlan;
  readonly grids: { readonly photo: GridPointers; readonly background: GridPointers };
  readonly light: number;
  readonly scratch: number;
  readonly blur: number;
  readonly target: number;
}

function drawPlanes({ kernel, layers, plan, grids, light, scratch, blur, target }: Drawing): void {
  const [luma, blue, red] = layers.photo;
  const { width, height } = luma;
  const blueTarget = target + width * height;
  const redTarget = blueTarget + blue.width * blue.height;
  const shift = Math.log2(plan.cellSize);
  const size = [width, width, height] as const;
  const chromaSize = [blue.width, blue.width, blue.height] as const;
  const { behind } = layers;
  if (!behind) {
    kernel.warpLuma(
      luma.origin,
      luma.stride,
      target,
      ...size,
      grids.photo.luma,
      plan.columns,
      light,
      shift,
      scratch,
    );
    kernel.warpChroma(
      blue.origin,
      red.origin,
      blue.stride,
      blueTarget,
      redTarget,
      ...chromaSize,
      grids.photo.chroma,
      chromaColumns(plan),
      scratch,
    );
    return;
  }
  const [lumaBehind, blueBehind, redBehind] = behind.background;
  const [lumaBlurred, blueBlurred, redBlurred] = behind.blurred ?? behind.background;
  const mix = behind.blurred ? Math.round(32767 * blur) : 0;
  const map = [behind.map.pointer, behind.map.columns, behind.map.rows] as const;
  kernel.warpLumaLayers(
    luma.origin,
    behind.alpha[0].origin,
    lumaBehind.origin,
    lumaBlurred.origin,
    mix,
    luma.stride,
    target,
    ...size,
    grids.photo.luma,
    grids.background.luma,
    plan.columns,
    light,
    shift,
    scratch,
    ...map,
  );
  kernel.warpChromaLayers(
    blue.origin,
    red.origin,
    behind.alpha[1].origin,
    blueBehind.origin,
    redBehind.origin,
    blueBlurred.origin,
    redBlurred.origin,
    mix,
    blue.stride,
    blueTarget,
    redTarget,
    ...chromaSize,
    grids.photo.chroma,
    grids.background.chroma,
    chromaColumns(plan),
    scratch,
    ...map,
  );
}
