import type { Sight } from '../../../../shared/seeing/see.ts';
import { onceFor } from '../once-for.ts';
import { askWorker } from './ask-worker.ts';
import { pictureOf } from './canvas-pixels.ts';

/**
 * Who is in a photo's preview, looked at once in a worker, which loads some four megabytes of models that stay in the
 * browser's cache. Null where the visitor saves data or the worker can't be had. Never rejects.
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

/** Whether the visitor asked for fewer bytes (Network Information API, where there is one). */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
