import { estimateDepth } from '../../../shared/motion/depth.ts';
import { frameSizeFor } from '../../../shared/motion/frame-size.ts';
import { type MotionPlan, planMotion } from '../../../shared/motion/motion-plan.ts';
import type { RgbPicture } from '../../../shared/motion/plane.ts';
import { createScene, type Scene } from '../../../shared/motion/scene.ts';
import type { MotionOptions } from '../../../shared/motion/movements.ts';
import type { RestPoint } from '../../../shared/motion/found-faces.ts';
import type { Corners, HeldArea } from '../../../shared/print/print.ts';
import type { AnalyzedJob } from './animation.ts';
import { decodeAtSize, decodeSmall, readPhotoSize } from './photo.ts';

/** A photo at the size of the frame, with its analysis and its motion plan. */
export interface OpenPhoto {
  readonly photo: RgbPicture;
  readonly scene: Scene;
  readonly plan: MotionPlan;
}

/** Opens a prepared photo for drawing. Throws sharp's error if it is damaged. */
export async function openPhoto(
  job: Pick<AnalyzedJob, 'photoPath' | 'detection' | 'seed'> & {
    held?: HeldArea | null;
    corners?: Corners | null;
    options: MotionOptions & { rest?: readonly RestPoint[] };
  },
): Promise<OpenPhoto> {
  const { photoPath, detection, seed, options, held = null, corners = null } = job;
  const size = frameSizeFor(await readPhotoSize(photoPath));
  const [photo, small] = await Promise.all([decodeAtSize(photoPath, size), decodeSmall(photoPath, size)]);
  const { rest = [] } = options;
  const estimate = estimateDepth(small, detection.people);
  const scene = createScene(size, estimate, detection, seed, { held, corners, rest });
  return { photo, scene, plan: planMotion(scene, options) };
}
