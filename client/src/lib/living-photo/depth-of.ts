import type { DepthEstimate } from '../../../../shared/motion/depth.ts';
import { frameSizeFor, smallSizeFor } from '../../../../shared/motion/frame-size.ts';
import type { RgbPicture } from '../../../../shared/motion/plane.ts';

const known = new WeakMap<HTMLCanvasElement, Promise<DepthEstimate | null>>();

/**
 * The depth of a photo's preview, estimated once in a worker; the same promise for the same preview. Null where the worker
 * can't be had. Never rejects.
 */
export function depthOf(preview: HTMLCanvasElement): Promise<DepthEstimate | null> {
  const depth = known.get(preview) ?? estimateAside(smallPicture(preview)).catch(() => null);
  known.set(preview, depth);
  return depth;
}

async function estimateAside(picture: RgbPicture): Promise<DepthEstimate> {
  const worker = new Worker(new URL('./depth-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<DepthEstimate>) => resolve(data));
      worker.addEventListener('error', () => reject(new Error('The depth worker failed')));
      worker.postMessage(picture);
    });
  } finally {
    worker.terminate();
  }
}

/** The small picture that depth is estimated from, as the server makes it. */
function smallPicture(preview: HTMLCanvasElement): RgbPicture {
  const { width, height } = smallSizeFor(frameSizeFor(preview));
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('There is no memory for a canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(preview, 0, 0, width, height);
  const { data: rgba } = context.getImageData(0, 0, width, height);
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) data.set(rgba.subarray(4 * i, 4 * i + 3), 3 * i);
  return { width, height, data };
}
