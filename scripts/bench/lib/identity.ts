import { frameCount } from '#server/engine/animate/animation.ts';
import { createFrameRenderer } from '#server/engine/animate/frame-renderer.ts';
import { createKernel } from '#server/engine/animate/kernel.ts';
import type { OpenPhoto } from '#server/engine/animate/open-photo.ts';
import { cubicSamples } from '#shared/motion/cubic-sample.ts';
import { createMotionSampler, type FrameMotion } from '#shared/motion/frame-motion.ts';
import type { Grid } from '#shared/motion/grid.ts';
import { type Plane, samplePlane } from '#shared/motion/plane.ts';
import { lumaOf } from './luma-picture.ts';
import type { Face } from '#shared/vision/face-mesh.ts';
import { points as at } from '#shared/vision/landmarks.ts';

/** How well the faces are preserved. */
export interface IdentityFigures {
  /** PSNR in dB of their luma, outside eyes and mouth, after undoing a frame's warp and light; of the worst frame. */
  readonly worst: number;
  /** The largest distance of any of their points in the first frame from its position in the photo, in pixels. */
  readonly atRest: number;
}

/** Every fifth frame: every movement's peak is longer. */
const every = 5;
const kernelMegabytes = 200;

/** Draws frames of an open photo and undoes the effect of its motion on the faces. */
export async function measureIdentity({ photo, scene, plan }: OpenPhoto): Promise<IdentityFigures> {
  const kernel = await createKernel(kernelMegabytes);
  const renderer = createFrameRenderer(kernel, photo, scene, plan);
  const target = kernel.allocate(renderer.frameBytes);
  const motionAt = createMotionSampler(plan);
  const { width, height } = photo;
  const draw = (phase: number): Plane => {
    renderer.draw([{ phase, target }]);
    return { width, height, data: Float32Array.from(kernel.bytes(target, width * height)) };
  };
  const rest = { width, height, data: Float32Array.from(lumaOf(photo)) };
  const skin = scene.faces.flatMap((face) => skinOf(face, rest));
  const isSkin = new Set(skin.map(([x, y]) => y * width + x));
  const errorAt = (phase: number): number => {
    const frame = draw(phase);
    const undone = undo(plan, motionAt(phase), rest);
    let [sum, count] = [0, 0];
    for (const [x, y] of skin) {
      const from = undone(x, y);
      // A pixel that now shows something else, such as the wall behind a cheek, says nothing about the face.
      if (!isSkin.has(Math.round(from.y) * width + Math.round(from.x))) continue;
      sum += (frame.data[y * width + x]! - from.luma) ** 2;
      count++;
    }
    return sum / count;
  };
  const errors = Array.from({ length: frameCount / every }, (_, i) => errorAt((every * i) / frameCount));
  const { dx, dy } = motionAt(0);
  return {
    worst: 10 * Math.log10(255 ** 2 / Math.max(...errors)),
    atRest: Math.max(...dx.map(Math.abs), ...dy.map(Math.abs)),
  };
}

/**
 * The position that a frame's pixel comes from, and its expected luma: that of the photo there, plus the light.
 */
function undo(
  { columns, rows, cellSize }: Grid,
  motion: FrameMotion,
  rest: Plane,
): (x: number, y: number) => { x: number; y: number; luma: number } {
  const sampled = new Float64Array(1);
  const field = (data: Float32Array): Plane => ({ width: columns, height: rows, data });
  const [dx, dy, light] = [field(motion.dx), field(motion.dy), field(motion.light)];
  return (x, y) => {
    const [u, v] = [x / cellSize, y / cellSize];
    const from = { x: x + samplePlane(dx, u, v), y: y + samplePlane(dy, u, v) };
    cubicSamples([rest], from.x, from.y, sampled);
    const value = sampled[0]!;
    const level = (value - 16) / 219;
    return { ...from, luma: value + samplePlane(light, u, v) * 4 * level * (1 - level) };
  };
}

/** The pixels of a face except eyes, mouth and the area near its outline. */
function skinOf(face: Face, { width, height }: Plane): (readonly [number, number])[] {
  const place = (i: number) => [face.points[3 * i]!, face.points[3 * i + 1]!] as const;
  const [cos, sin] = [Math.cos(face.angle), Math.sin(face.angle)];
  const mouth = middle(place(at.leftMouthCorner), place(at.rightMouthCorner));
  const left: readonly [number, number] = middle(place(at.leftEyeOuter), place(at.leftEyeInner));
  const right = middle(place(at.rightEyeOuter), place(at.rightEyeInner));
  const pixels: (readonly [number, number])[] = [];
  const reach = Math.ceil(Math.max(face.width, face.height) / 2);
  for (let y = Math.max(0, Math.round(face.y) - reach); y < Math.min(height, face.y + reach); y++) {
    for (let x = Math.max(0, Math.round(face.x) - reach); x < Math.min(width, face.x + reach); x++) {
      const [dx, dy] = [x - face.x, y - face.y];
      const across = (dx * cos + dy * sin) / face.width;
      const down = (dy * cos - dx * sin) / face.height;
      const near = ([px, py]: readonly [number, number]) => Math.hypot(x - px, y - py) < 0.26 * face.width;
      if (Math.hypot(across, down) < 0.4 && ![mouth, left, right].some(near)) pixels.push([x, y]);
    }
  }
  return pixels;
}

function middle(a: readonly [number, number], b: readonly [number, number]): readonly [number, number] {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}
