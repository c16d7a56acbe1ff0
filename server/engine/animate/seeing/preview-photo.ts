import { type Forecast, forecast } from '#shared/motion/forecast.ts';
import type { AnimationOptions } from '#shared/motion/movements.ts';
import { restore } from '#shared/restore/restore.ts';
import type { Detection } from '#shared/vision/detect-people.ts';
import { openScene } from '../open-photo.ts';
import { decodeForFrame, writePhoto } from './photo.ts';
import { preprocess, type PreprocessedPhoto, type Sight } from './preprocess.ts';

/** A prepared photo, and the video that it would become. Plain data, because it is sent to a child process. */
export interface PreviewRequest {
  readonly photoPath: string;
  /** Where the photo is written if it changes; must differ from `photoPath`. */
  readonly outputPath: string;
  readonly seed: number;
  readonly options: AnimationOptions;
}

export interface PreviewSight extends Sight {
  /** The people and animals in a photo; those that `findTurn` has seen if it is still as it lies. */
  detectIn(photoPath: string, isAsItLies: boolean): Promise<Detection>;
}

/** What would happen in a video. */
export interface PhotoPreview extends Forecast, Pick<PreprocessedPhoto, 'turn' | 'isPrint'> {
  /** Whether the photo is plainly damaged. */
  readonly isDamaged: boolean;
}

/**
 * Tells what a photo's video would show, by preprocessing and analyzing it as for the video. Throws sharp's error if it is
 * damaged, or whatever `sight` throws. Blocks this thread for up to three seconds.
 */
export async function previewPhoto(
  { photoPath, outputPath, seed, options }: PreviewRequest,
  sight: PreviewSight,
): Promise<PhotoPreview> {
  const { turn, border } = options;
  const ready = await preprocess({ photoPath, outputPath, turn, border, restore: false }, sight);
  const asItIs = await sight.detectIn(ready.photoPath, ready.photoPath === photoPath);
  const restored = restore(await decodeForFrame(ready.photoPath), asItIs.faces);
  if (options.restore) await writePhoto(outputPath, restored.picture);
  const final = options.restore ? outputPath : ready.photoPath;
  const detection = options.restore ? await sight.detectIn(final, false) : asItIs;
  const { photo, scene } = await openScene({ ...ready, photoPath: final, detection, seed, options });
  return {
    ...forecast(photo, scene, options),
    turn: ready.turn,
    isPrint: ready.isPrint,
    isDamaged: restored.isPlain,
  };
}
