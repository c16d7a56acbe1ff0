// A process that looks at photos for `createSeer`, one after the other, until it is killed or its parent has gone.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { frameSizeFor } from '../../../shared/motion/frame-size.ts';
import { see, type Sight } from '../../../shared/seeing/see.ts';
import { loadVisionModels, type ModelFiles, type ModelName } from '../../../shared/seeing/tensorflow.ts';
import { decodeAtSize, readPhotoSize } from './photo.ts';

/** What was seen; or that the photo can't be decoded; or a fault of ours. */
export type SeeingAnswer = { sight: Sight } | { unreadable: string } | { fault: string };

const models = loadVisionModels({
  readModel,
  wasm: `${dirname(createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm'))}/`,
});
// Whoever asks first hears of it.
models.catch(() => undefined);

async function readModel(name: ModelName): Promise<ModelFiles> {
  const file = (extension: string) =>
    readFile(fileURLToPath(new URL(`../../../shared/seeing/models/${name}.${extension}`, import.meta.url)));
  const [graph, weights] = await Promise.all([file('json'), file('bin')]);
  const bytes = weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.byteLength);
  return { graph: graph.toString('utf8'), weights: bytes };
}

async function answer(photoPath: string): Promise<SeeingAnswer> {
  let picture;
  try {
    picture = await decodeAtSize(photoPath, frameSizeFor(await readPhotoSize(photoPath)));
  } catch (error) {
    return { unreadable: String(error) };
  }
  try {
    return { sight: see(await models, picture) };
  } catch (error) {
    return { fault: (error as Error).stack ?? String(error) };
  }
}

async function reply(photoPath: string): Promise<void> {
  process.send?.(await answer(photoPath));
}

process.on('message', (photoPath: string) => void reply(photoPath));
process.on('disconnect', () => process.exit());
