import type { DepthEstimate } from '#shared/motion/depth.ts';
import { frameSizeFor, smallSizeFor } from '#shared/motion/frame-size.ts';
import type { Plane } from '#shared/motion/plane.ts';
import { onceFor } from '#client/lib/once-for.ts';
import { callWorker } from './call-worker.ts';
import { pictureOf } from './canvas-pixels.ts';
import type { DepthRequest } from './depth-worker.ts';

const depthAlone = onceFor((preview: HTMLCanvasElement) => estimateInWorker(preview, null));

/**
 * The depth of a photo's preview, estimated once in a worker; memoized per preview. With a mask of the people in it, it
 * is estimated again using that mask. Null if the worker is unavailable. Never rejects.
 */
export function depthOf(preview: HTMLCanvasElement, people: Plane | null): Promise<DepthEstimate | null> {
  return people ? estimateInWorker(preview, people) : depthAlone(preview);
}

async function estimateInWorker(
  preview: HTMLCanvasElement,
  people: Plane | null,
): Promise<DepthEstimate | null> {
  try {
    const { width, height } = smallSizeFor(frameSizeFor(preview));
    const question: DepthRequest = { picture: pictureOf(preview, width, height), people };
    const worker = new Worker(new URL('./depth-worker.ts', import.meta.url), { type: 'module' });
    return await callWorker<DepthEstimate>(worker, question);
  } catch {
    return null;
  }
}
