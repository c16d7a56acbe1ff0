import type { Restored } from '../../../../shared/restore/restore.ts';
import { onceFor } from '../once-for.ts';
import { canvasOf, type PhotoView } from '../photo/print-views.ts';
import { askWorker } from './ask-worker.ts';
import { pictureOf } from './canvas-pixels.ts';
import type { RestoreQuestion } from './restore-worker.ts';
import { sightOf } from './sight-of.ts';

/** A view of a photo as its video will show it after restoration. */
export interface RestoredView extends PhotoView {
  /** Whether the photo is clearly damaged. */
  readonly isPlain: boolean;
}

/**
 * A view restored in a worker, once the people in it are known; memoized per view. Null if the worker is unavailable.
 * Never rejects.
 */
export const restoredOf = onceFor(async ({ preview, held }: PhotoView): Promise<RestoredView | null> => {
  try {
    const sight = await sightOf(preview);
    const faces = (sight?.faces ?? []).map(({ x, y, width, height }) => ({ x, y, width, height }));
    const question: RestoreQuestion = { picture: pictureOf(preview, preview.width, preview.height), faces };
    const worker = new Worker(new URL('./restore-worker.ts', import.meta.url), { type: 'module' });
    const { picture, isPlain } = await askWorker<Restored>(worker, question);
    return { preview: canvasOf(picture), held, isPlain };
  } catch {
    return null;
  }
});
