import type { Detection } from '../../../../shared/vision/detect-people.ts';
import { onceFor } from '../once-for.ts';
import { callWorker } from './call-worker.ts';
import { pictureOf } from './canvas-pixels.ts';

/**
 * Detects the people and animals in a photo's preview, once per preview, in a worker that loads about eight megabytes of models,
 * which stay in the browser's cache. Null if the visitor saves data or the worker is unavailable. Never rejects.
 */
export const detectionOf = onceFor(async (preview: HTMLCanvasElement): Promise<Detection | null> => {
  if (isSavingData()) return null;
  try {
    const worker = new Worker(new URL('./detection-worker.ts', import.meta.url), { type: 'module' });
    return await callWorker<Detection | null>(worker, pictureOf(preview, preview.width, preview.height));
  } catch {
    return null;
  }
});

/** Whether the visitor asked for reduced data usage (Network Information API, if available). */
function isSavingData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
