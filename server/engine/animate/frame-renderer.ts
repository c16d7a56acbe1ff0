import { createMotionSampler, type FrameMotion, type Offsets } from '#shared/motion/frame-motion.ts';
import type { MotionPlan } from '#shared/motion/motion-plan.ts';
import { createPlanEyes } from '#shared/motion/plan-eyes.ts';
import type { RgbPicture } from '#shared/motion/plane.ts';
import type { Scene } from '#shared/motion/scene.ts';
import type { Kernel } from './kernel.ts';
import { createPhotoLayers, type PhotoLayers } from './photo-layers.ts';
import { reach } from './texture.ts';

/** A frame to draw. */
interface Frame {
  /** Its place in the loop, 0 to 1. */
  readonly phase: number;
  /** `frameBytes` bytes from `kernel.allocate`. */
  readonly target: number;
}

/** Draws the frames of one photo's animation, any frame in any order. */
export interface FrameRenderer {
  /** Bytes of one frame: planar Y'CbCr 4:2:0, BT.709 limited range. */
  readonly frameBytes: number;
  /** Draws frames. `drawnTogether` consecutive ones cost less in one call. */
  draw(frames: readonly Frame[]): void;
}

/**
 * Frames that are drawn in turns, a few rows of each: they read nearly the same texels, which the processor's
 * second-level cache holds until the last of them has read them. More gain little, and make the encoders wait.
 */
export const drawnTogether = 5;
const rowsAtOnce = 32;
/** The kernel has room for rows of so many samples. */
const widest = 2048;
const texelsPerPixel = 2;
/** The kernel measures light in 1/175 of a level. */
const lightScale = 175;

/**
 * Prepares a photo (even width and height, at most 2048 pixels wide) for drawing according to a plan. Reserves all
 * memory that drawing needs.
 */
export function createFrameRenderer(
  kernel: Kernel,
  photo: RgbPicture,
  scene: Scene,
  plan: MotionPlan,
): FrameRenderer {
  const { width, height } = photo;
  if (width > widest) throw new RangeError(`A frame of ${width} pixels is wider than ${widest}`);
  const losesFocus = plan.blur(0.5) > 0;
  const layers = createPhotoLayers(kernel, photo, scene, losesFocus);
  const motionAt = createMotionSampler(plan);
  const eyesAt = createPlanEyes(photo, plan);
  const motions = Array.from({ length: drawnTogether }, () => allocateMotion(kernel, plan));
  const floats = kernel.allocate(gridBytes(plan));
  const drawInTurns = (frames: readonly PreparedFrame[]): void => {
    for (let top = 0; top < height; top += rowsAtOnce)
      for (const frame of frames)
        drawRows(kernel, layers, plan, frame, top, Math.min(height, top + rowsAtOnce));
  };
  return {
    frameBytes: (width * height * 3) / 2,
    draw(frames) {
      let prepared: PreparedFrame[] = [];
      for (const { phase, target } of frames) {
        const repaints = eyesAt(phase);
        if (repaints.length > 0 || prepared.length === drawnTogether) {
          drawInTurns(prepared);
          prepared = [];
        }
        for (const { patch, rgb } of repaints) layers.replace(patch, rgb);
        const pointers = motions[prepared.length]!;
        const motion = motionAt(phase);
        writeMotion(kernel, plan, motion, pointers, floats);
        prepared.push({ ...pointers, blur: motion.blur, target });
      }
      drawInTurns(prepared);
    },
  };
}

/** The motion of one frame in the kernel's memory. */
interface MotionPointers {
  readonly photo: GridPointers;
  readonly background: GridPointers;
  readonly light: number;
}

interface PreparedFrame extends MotionPointers {
  readonly blur: number;
  readonly target: number;
}

function allocateMotion(kernel: Kernel, plan: MotionPlan): MotionPointers {
  return {
    photo: allocateGrids(kernel, plan),
    background: allocateGrids(kernel, plan),
    light: kernel.allocate(gridBytes(plan)),
  };
}

/** Writes a frame's motion to the kernel's memory. `floats` has room for one value per vertex. */
function writeMotion(
  kernel: Kernel,
  plan: MotionPlan,
  motion: FrameMotion,
  pointers: MotionPointers,
  floats: number,
): void {
  writeGrids(kernel, plan, motion, pointers.photo, floats);
  if (motion.background) writeGrids(kernel, plan, motion.background, pointers.background, floats);
  scaleTo(kernel, motion.light, lightScale, pointers.light, floats);
}

/** Writes multiplied values to the kernel's memory, as integers. */
function scaleTo(
  kernel: Kernel,
  values: Float32Array,
  factor: number,
  pointer: number,
  floats: number,
): void {
  kernel.floats(floats, values.length).set(values);
  kernel.scaleToIntegers(floats, factor, values.length, pointer);
}

interface GridPointers {
  readonly luma: number;
  readonly chroma: number;
}

/** Vertex columns of the chroma grid, which is always spaced at 16 frame pixels, whatever the luma grid's spacing. */
function chromaColumns({ columns, cellSize }: MotionPlan): number {
  return cellSize === 16 ? columns : (columns + 1) / 2;
}

/** Bytes of one coordinate of all vertices. */
const gridBytes = ({ columns, rows }: MotionPlan): number => 4 * columns * rows;

function allocateGrids(kernel: Kernel, plan: MotionPlan): GridPointers {
  const bytes = 2 * gridBytes(plan);
  return { luma: kernel.allocate(bytes), chroma: kernel.allocate(bytes) };
}

/**
 * Converts offsets in pixels into the kernel's texel coordinates, 16.16 fixed point. Chroma has half the resolution but
 * the same reach in its own samples, so luma's reach limits both.
 */
function writeGrids(
  kernel: Kernel,
  plan: MotionPlan,
  { dx, dy }: Offsets,
  { luma, chroma }: GridPointers,
  floats: number,
): void {
  const { columns, rows, cellSize, frameWidth, frameHeight } = plan;
  const pixel = texelsPerPixel * 65536;
  const cell = cellSize * pixel;
  const bounds = (size: number) => [-reach * pixel, (size + reach) * pixel] as const;
  const [lumaDown, chromaDown] = [luma + gridBytes(plan), chroma + gridBytes(plan)];
  scaleTo(kernel, dx, pixel, luma, floats);
  kernel.placeGrid(luma, columns, rows, cell, 0, ...bounds(frameWidth));
  scaleTo(kernel, dy, pixel, lumaDown, floats);
  kernel.placeGrid(lumaDown, columns, rows, 0, cell, ...bounds(frameHeight));
  kernel.halveGrid(luma, columns, rows, 16 / cellSize, chroma);
  kernel.halveGrid(lumaDown, columns, rows, 16 / cellSize, chromaDown);
}

/** Draws the rows of a frame from `top` to `bottom`, both even. */
function drawRows(
  kernel: Kernel,
  layers: PhotoLayers,
  plan: MotionPlan,
  { photo, background, light, blur, target }: PreparedFrame,
  top: number,
  bottom: number,
): void {
  const [luma, blue, red] = layers.photo;
  const { width, height } = luma;
  const blueTarget = target + width * height;
  const redTarget = blueTarget + blue.width * blue.height;
  const shift = Math.log2(plan.cellSize);
  const size = [width, width, top, bottom] as const;
  const chromaSize = [blue.width, blue.width, top / 2, bottom / 2] as const;
  const { behind } = layers;
  if (!behind) {
    kernel.warpLuma(
      luma.origin,
      luma.stride,
      target,
      ...size,
      photo.luma,
      plan.columns,
      gridBytes(plan),
      light,
      shift,
    );
    kernel.warpChroma(
      blue.origin,
      red.origin,
      blue.stride,
      blueTarget,
      redTarget,
      ...chromaSize,
      photo.chroma,
      chromaColumns(plan),
      gridBytes(plan),
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
    photo.luma,
    background.luma,
    plan.columns,
    gridBytes(plan),
    light,
    shift,
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
    photo.chroma,
    background.chroma,
    chromaColumns(plan),
    gridBytes(plan),
    ...map,
  );
}
