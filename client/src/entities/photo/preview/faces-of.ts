import { type ForecastFace, forecast } from '#shared/motion/forecast.ts';
import { frameSizeFor } from '#shared/motion/frame-size.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';
import { createScene } from '#shared/motion/scene.ts';
import { onceFor } from '#client/lib/once-for.ts';
import type { PhotoView } from '../print-views.ts';
import { pictureOf } from './canvas-pixels.ts';
import { depthOf } from './depth-of.ts';
import { detectionOf } from './detection-of.ts';

/**
 * The faces in a view of a photo and what each will do in its video, as the server answers for the photo; memoized per view.
 * Null if that can't be known. Never rejects.
 */
export const facesOf = onceFor(async (view: PhotoView): Promise<readonly ForecastFace[] | null> => {
  try {
    const { preview } = view;
    const detection = await detectionOf(preview);
    const estimate = detection && (await depthOf(preview, detection.people));
    if (!estimate) return null;
    // No face depends on the seed.
    const scene = createScene(preview, estimate, detection, 0, view);
    const { width, height } = frameSizeFor(preview);
    return forecast(pictureOf(preview, width, height), scene, defaultAnimationOptions).faces;
  } catch {
    return null;
  }
});
