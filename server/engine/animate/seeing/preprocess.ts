import type { RgbPicture } from '#shared/motion/plane.ts';
import { type Turn, type TurnOption, turnOf, turnPicture } from '#shared/motion/turn.ts';
import { inspectPrint } from '#shared/print/find-print.ts';
import { type BorderMode, type Corners, type HeldArea, heldArea } from '#shared/print/print.ts';
import { straighten } from '#shared/print/straighten.ts';
import type { FaceOval } from '#shared/restore/face-oval.ts';
import { restore } from '#shared/restore/restore.ts';
import type { ProvenanceStep } from '#shared/schemas/provenance.ts';
import { decodeForFrame, decodeForPrint, decodeWhole, writePhoto } from './photo.ts';

/** How to preprocess a photo before it is analyzed or animated. Plain data, because it is sent to a child process. */
export interface PreprocessRequest {
  readonly photoPath: string;
  /** Output path if the photo changes; must differ from `photoPath`. */
  readonly outputPath: string;
  readonly turn: TurnOption;
  readonly border: BorderMode;
  readonly restore: boolean;
}

/** A preprocessed photo: the original, or the one made from it. */
export interface PreprocessedPhoto {
  readonly photoPath: string;
  /** The turn that was applied first. */
  readonly turn: Turn;
  /** Whether it is of a print, cropped to its picture or not. */
  readonly isPrint: boolean;
  /** See `PictureOptions`. */
  readonly held: HeldArea | null;
  readonly corners: Corners | null;
  /** The steps applied to it, in this order. */
  readonly steps: readonly PreprocessStep[];
}

export type PreprocessStep = Extract<ProvenanceStep, 'turned' | 'cropped' | 'restored'>;

/** What the models see in a picture. */
export interface Sight {
  /** The faces in it. */
  findFaces(picture: RgbPicture): Promise<readonly FaceOval[]>;
  /** The turn that rights the people in it. */
  findTurn(picture: RgbPicture): Promise<Turn>;
}

/**
 * Turns a photo upright, as requested or by what it shows. Detects the border of a print; straightens and crops to the
 * picture inside it, unless the border is to be kept. Then restores the photo, if requested, at the size of the video's
 * frame. The original stays unchanged. Throws sharp's error if it is damaged, or whatever `sight` throws. Blocks this
 * thread for some hundred milliseconds, and for up to two seconds more to restore.
 */
export async function preprocess(request: PreprocessRequest, sight: Sight): Promise<PreprocessedPhoto> {
  const turned = await turnUpright(request, sight);
  const cropped = await removeBorder({ ...request, photoPath: turned.photoPath });
  const ready = { ...cropped, turn: turned.turn, steps: [...turned.steps, ...cropped.steps] };
  if (!request.restore) return ready;
  const picture = await decodeForFrame(ready.photoPath);
  await writePhoto(request.outputPath, restore(picture, await sight.findFaces(picture)).picture);
  return { ...ready, photoPath: request.outputPath, steps: [...ready.steps, 'restored'] };
}

async function turnUpright(
  { photoPath, outputPath, turn }: PreprocessRequest,
  sight: Sight,
): Promise<Pick<PreprocessedPhoto, 'photoPath' | 'turn' | 'steps'>> {
  const by = turnOf(turn) ?? (await sight.findTurn(await decodeForFrame(photoPath)));
  if (by === 0) return { photoPath, turn: by, steps: [] };
  await writePhoto(outputPath, turnPicture(await decodeWhole(photoPath), by));
  return { photoPath: outputPath, turn: by, steps: ['turned'] };
}

async function removeBorder({
  photoPath,
  outputPath,
  border,
}: PreprocessRequest): Promise<Omit<PreprocessedPhoto, 'turn'>> {
  const { print, fragile } = inspectPrint(await decodeForPrint(photoPath));
  if (!print) return { photoPath, isPrint: false, held: fragile, corners: null, steps: [] };
  const held = heldArea(print, border);
  if (border === 'keep') return { photoPath, isPrint: true, held, corners: null, steps: [] };
  await writePhoto(outputPath, straighten(await decodeWhole(photoPath), print.corners));
  return { photoPath: outputPath, isPrint: true, held, corners: print.corners, steps: ['cropped'] };
}
