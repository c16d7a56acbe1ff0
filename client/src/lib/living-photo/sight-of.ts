import type { Sight } from '../../../../shared/seeing/see.ts';
import { onceFor } from '../once-for.ts';
import { askWorker } from './ask-worker.ts';
import { pictureOf } from './canvas-pixels.ts';

/**
 * Detects the people in a photo's preview, once per preview, in a worker that loads about four megabytes of models,
 * which stay in the browser's cache. Null if the visitor saves data or the worker is unavailable. Never rejects.
 */
export const sightOf = onceFor(async (preview: HTMLCanvasElement): Promise<Sight | null> => {
  if (savesData()) return null;
  try {
    const worker = new Worker(new URL('./sight-worker.ts', import.meta.url), { type: 'module' });
    return await askWorker<Sight | null>(worker, pictureOf(preview, preview.width, preview.height));
  } catch {
    return null;
  }
});

/** Whether the visitor asked for reduced data usage (Network Information API, if available). */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
