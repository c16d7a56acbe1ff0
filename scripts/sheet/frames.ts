import type { RgbPicture } from '#shared/motion/plane.ts';
import { frameCount } from '#server/engine/animate/animation.ts';
import { createFrameRenderer } from '#server/engine/animate/frame-renderer.ts';
import { createKernel } from '#server/engine/animate/kernel.ts';
import type { OpenPhoto } from '#server/engine/animate/open-photo.ts';
import { toRgb } from './yuv.ts';

const kernelMegabytes = 200;

/** Draws the frame with this number. */
export type Frames = (n: number) => RgbPicture;

/** The frames that the animator draws of an open photo, individually and before encoding. */
export async function createFrames({ photo, scene, plan }: OpenPhoto): Promise<Frames> {
  const kernel = await createKernel(kernelMegabytes);
  const renderer = createFrameRenderer(kernel, photo, scene, plan);
  const target = kernel.allocate(renderer.frameBytes);
  return (n) => {
    renderer.draw([{ phase: n / frameCount, target }]);
    return toRgb(kernel.bytes(target, renderer.frameBytes), photo.width, photo.height);
  };
}
