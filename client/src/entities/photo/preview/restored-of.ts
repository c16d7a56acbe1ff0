import type { Restored } from '#shared/restore/restore.ts';
import { onceFor } from '#client/lib/once-for.ts';
import { canvasOf, type PhotoView } from '../print-views.ts';
import { callWorker } from './call-worker.ts';
import { pictureOf } from './canvas-pixels.ts';
import type { RestoreRequest } from './restore-worker.ts';
import { detectionOf } from './detection-of.ts';

/** A view of a photo as its video will show it after restoration. */
export interface RestoredView extends PhotoView {
  /** Whether the photo is clearly damaged. */
  readonly isPlain: boolean;
}

/**
 * A view restored in a worker, once the people in it are known; memoized per view. Null if the worker is unavailable.
 * Never rejects.
 */
export const restoredOf = onceFor(async ({ preview, ...view }: PhotoView): Promise<RestoredView | null> => {
  try {
    const detection = await detectionOf(preview);
    const question: RestoreRequest = {
      picture: pictureOf(preview, preview.width, preview.height),
      faces: detection?.faces ?? [],
    };
    const worker = new Worker(new URL('./restore-worker.ts', import.meta.url), { type: 'module' });
    const { picture, isPlain } = await callWorker<Restored>(worker, question);
    return { ...view, preview: canvasOf(picture), isPlain };
  } catch {
    return null;
  }
});
