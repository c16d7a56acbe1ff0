import type { RgbPicture } from '../../../shared/motion/plane.ts';
import { findPrint } from '../../../shared/print/find-print.ts';
import { type BorderWish, type HeldArea, heldArea } from '../../../shared/print/print.ts';
import { straighten } from '../../../shared/print/straighten.ts';
import type { FaceOval } from '../../../shared/restore/marks.ts';
import { restore } from '../../../shared/restore/restore.ts';
import type { MakingStep } from '../../../shared/schemas/provenance.ts';
import { decodeForFrame, decodeForPrint, decodeWhole, writePhoto } from './photo.ts';

/** What shall be done to a photo before anybody looks at it or moves it. Plain data: it travels to a process. */
export interface ReadyQuestion {
  readonly photoPath: string;
  /** Where the photo goes if it changes; must not be the photo itself. */
  readonly readyPath: string;
  readonly border: BorderWish;
  readonly restore: boolean;
}

/** A photo that is ready: the one given, or the one made of it. */
export interface ReadyPhoto {
  readonly photoPath: string;
  /** As of `Scene`. */
  readonly held: HeldArea | null;
  /** What was done to it, in this order. */
  readonly steps: readonly ReadyStep[];
}

export type ReadyStep = Extract<MakingStep, 'cropped' | 'restored'>;

/** Finds the faces in a picture. */
export type FindFaces = (picture: RgbPicture) => Promise<readonly FaceOval[]>;

/**
 * Looks for the border of a print; straightens the picture in it and leaves the border away, unless it is to be kept.
 * Then, if that is wished, restores the photo at the size of the video's frame. The photo given stays as it is. Throws
 * sharp's error if it is damaged, or what `findFaces` throws. Takes some hundred milliseconds of this thread, and up to two
 * seconds to restore.
 */
export async function makeReady(question: ReadyQuestion, findFaces: FindFaces): Promise<ReadyPhoto> {
  const ready = await withoutBorder(question);
  if (!question.restore) return ready;
  const picture = await decodeForFrame(ready.photoPath);
  await writePhoto(question.readyPath, restore(picture, await findFaces(picture)).picture);
  return { ...ready, photoPath: question.readyPath, steps: [...ready.steps, 'restored'] };
}

async function withoutBorder({ photoPath, readyPath, border }: ReadyQuestion): Promise<ReadyPhoto> {
  const print = findPrint(await decodeForPrint(photoPath));
  if (!print) return { photoPath, held: null, steps: [] };
  const held = heldArea(print, border);
  if (border === 'keep') return { photoPath, held, steps: [] };
  await writePhoto(readyPath, straighten(await decodeWhole(photoPath), print.corners));
  return { photoPath: readyPath, held, steps: ['cropped'] };
}
