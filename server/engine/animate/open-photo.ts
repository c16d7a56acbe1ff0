import { estimateDepth } from '#shared/motion/depth.ts';
import { frameSizeFor } from '#shared/motion/frame-size.ts';
import { type MotionPlan, planMotion } from '#shared/motion/motion-plan.ts';
import type { RgbPicture } from '#shared/motion/plane.ts';
import { createScene, type Scene } from '#shared/motion/scene.ts';
import type { MotionOptions } from '#shared/motion/movements.ts';
import type { RestPoint } from '#shared/motion/found-faces.ts';
import type { Corners, HeldArea } from '#shared/print/print.ts';
import type { AnalyzedJob } from './animation.ts';
import { decodeAtSize, decodeSmall, readPhotoSize } from './seeing/photo.ts';

/** A photo at the size of the frame, with its analysis and its motion plan. */
export interface OpenPhoto {
  readonly photo: RgbPicture;
  readonly scene: Scene;
  readonly plan: MotionPlan;
}

/** An analyzed photo, how it lies in the uploaded one, and how it is to move. */
interface PhotoJob extends Pick<AnalyzedJob, 'photoPath' | 'detection' | 'seed'> {
  readonly held?: HeldArea | null;
  readonly corners?: Corners | null;
  readonly options: MotionOptions & { readonly rest?: readonly RestPoint[] };
}

/** Opens a prepared photo for drawing. Throws sharp's error if it is damaged. */
export async function openPhoto(job: PhotoJob): Promise<OpenPhoto> {
  const { photo, scene } = await openScene(job);
  return { photo, scene, plan: planMotion(scene, job.options) };
}

/** The same without its plan. */
export async function openScene(job: PhotoJob): Promise<Pick<OpenPhoto, 'photo' | 'scene'>> {
  const { photoPath, detection, seed, options, held = null, corners = null } = job;
  const size = frameSizeFor(await readPhotoSize(photoPath));
  const [photo, small] = await Promise.all([decodeAtSize(photoPath, size), decodeSmall(photoPath, size)]);
  const { rest = [] } = options;
  const estimate = estimateDepth(small, detection.people);
  const scene = createScene(size, estimate, detection, seed, { held, corners, rest });
  return { photo, scene };
}
