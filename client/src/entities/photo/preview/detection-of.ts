import type { Turn } from '#shared/motion/turn.ts';
import type { Detection } from '#shared/vision/detect-people.ts';
import { onceFor } from '#client/lib/once-for.ts';
import { callWorker } from './call-worker.ts';
import { pictureOf } from './canvas-pixels.ts';
import { depthOf } from './depth-of.ts';

/** What the models see in a picture. */
export interface Sight {
  readonly detection: Detection;
  /** The turn that rights the people in it. */
  readonly turn: Turn;
}

/**
 * Looks at a photo's preview, once per preview, in a worker that loads about eight megabytes of models, which stay in
 * the browser's cache. Null if the visitor saves data or the worker is unavailable. Never rejects.
 */
const sightOf = onceFor(async (preview: HTMLCanvasElement): Promise<Sight | null> => {
  if (isSavingData()) return null;
  try {
    const worker = new Worker(new URL('./detection-worker.ts', import.meta.url), { type: 'module' });
    return await callWorker<Sight | null>(worker, pictureOf(preview, preview.width, preview.height));
  } catch {
    return null;
  }
});

/** The people and animals in a photo's preview; null if they can't be known. Never rejects. */
export async function detectionOf(preview: HTMLCanvasElement): Promise<Detection | null> {
  return (await sightOf(preview))?.detection ?? null;
}

/** The turn that rights the people in a photo's preview; null if it can't be known. Never rejects. */
export async function turnFor(preview: HTMLCanvasElement): Promise<Turn | null> {
  // The photo moves before anything is loaded for it.
  await depthOf(preview, null);
  return (await sightOf(preview))?.turn ?? null;
}

/** Whether the visitor asked for reduced data usage (Network Information API, if available). */
function isSavingData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
