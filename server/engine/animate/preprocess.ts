import type { RgbPicture } from '../../../shared/motion/plane.ts';
import { findPrint } from '../../../shared/print/find-print.ts';
import { type BorderMode, type HeldArea, heldArea } from '../../../shared/print/print.ts';
import { straighten } from '../../../shared/print/straighten.ts';
import type { FaceOval } from '../../../shared/restore/marks.ts';
import { restore } from '../../../shared/restore/restore.ts';
import type { ProvenanceStep } from '../../../shared/schemas/provenance.ts';
import { decodeForFrame, decodeForPrint, decodeWhole, writePhoto } from './photo.ts';

/** How to preprocess a photo before it is analyzed or animated. Plain data, because it is sent to a child process. */
export interface PreprocessRequest {
  readonly photoPath: string;
  /** Output path if the photo changes; must differ from `photoPath`. */
  readonly outputPath: string;
  readonly border: BorderMode;
  readonly restore: boolean;
}

/** A preprocessed photo: the original, or the one made from it. */
export interface PreprocessedPhoto {
  readonly photoPath: string;
  /** See `Scene`. */
  readonly held: HeldArea | null;
  /** The steps applied to it, in this order. */
  readonly steps: readonly PreprocessStep[];
}

export type PreprocessStep = Extract<ProvenanceStep, 'cropped' | 'restored'>;

/** Finds the faces in a picture. */
export type FindFaces = (picture: RgbPicture) => Promise<readonly FaceOval[]>;

/**
 * Detects the border of a print; straightens and crops to the picture inside it, unless the border is to be kept. Then
 * restores the photo, if requested, at the size of the video's frame. The original stays unchanged. Throws sharp's
 * error if it is damaged, or whatever `findFaces` throws. Blocks this thread for some hundred milliseconds, and for up
 * to two seconds more to restore.
 */
export async function preprocess(
  request: PreprocessRequest,
  findFaces: FindFaces,
): Promise<PreprocessedPhoto> {
  const ready = await removeBorder(request);
  if (!request.restore) return ready;
  const picture = await decodeForFrame(ready.photoPath);
  await writePhoto(request.outputPath, restore(picture, await findFaces(picture)).picture);
  return { ...ready, photoPath: request.outputPath, steps: [...ready.steps, 'restored'] };
}

async function removeBorder({
  photoPath,
  outputPath,
  border,
}: PreprocessRequest): Promise<PreprocessedPhoto> {
  const print = findPrint(await decodeForPrint(photoPath));
  if (!print) return { photoPath, held: null, steps: [] };
  const held = heldArea(print, border);
  if (border === 'keep') return { photoPath, held, steps: [] };
  await writePhoto(outputPath, straighten(await decodeWhole(photoPath), print.corners));
  return { photoPath: outputPath, held, steps: ['cropped'] };
}
