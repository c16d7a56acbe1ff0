// A process that makes photos ready and looks at them, one after the other, until it is killed or its parent has gone.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { frameSizeFor } from '../../../shared/motion/frame-size.ts';
import { see, type Sight } from '../../../shared/seeing/see.ts';
import { loadVisionModels, type ModelFiles, type ModelName } from '../../../shared/seeing/tensorflow.ts';
import type { VisionModels } from '../../../shared/seeing/vision-models.ts';
import { type FindFaces, makeReady, type ReadyPhoto, type ReadyQuestion } from './make-ready.ts';
import { decodeAtSize, readPhotoSize } from './photo.ts';

/** What to do with a photo. `looksNext`: the models will be needed right after. */
export type SeeingQuestion =
  | { readonly kind: 'look'; readonly photoPath: string }
  | ({ readonly kind: 'make-ready'; readonly looksNext: boolean } & ReadyQuestion);

/** What came of it; or that the photo can't be decoded; or a fault of ours. */
export type SeeingAnswer =
  | { sight: Sight }
  | { ready: ReadyPhoto }
  | { unreadable: string }
  | { fault: string };

let loading: Promise<VisionModels> | undefined;

/** Loaded when they are first needed: a server whose videos are made elsewhere never needs them. */
function models(): Promise<VisionModels> {
  loading ??= loadVisionModels({
    readModel,
    wasm: `${dirname(createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm'))}/`,
  });
  // Whoever asks first hears of it.
  loading.catch(() => undefined);
  return loading;
}

async function readModel(name: ModelName): Promise<ModelFiles> {
  const file = (extension: string) =>
    readFile(fileURLToPath(new URL(`../../../shared/seeing/models/${name}.${extension}`, import.meta.url)));
  const [graph, weights] = await Promise.all([file('json'), file('bin')]);
  const bytes = weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.byteLength);
  return { graph: graph.toString('utf8'), weights: bytes };
}

async function look(photoPath: string): Promise<SeeingAnswer> {
  let picture;
  try {
    picture = await decodeAtSize(photoPath, frameSizeFor(await readPhotoSize(photoPath)));
  } catch (error) {
    return { unreadable: String(error) };
  }
  try {
    return { sight: see(await models(), picture) };
  } catch (error) {
    return { fault: (error as Error).stack ?? String(error) };
  }
}

async function ready(question: Extract<SeeingQuestion, { kind: 'make-ready' }>): Promise<SeeingAnswer> {
  if (question.looksNext) void models();
  const findFaces: FindFaces = async (picture) => see(await models(), picture).faces;
  try {
    return { ready: await makeReady(question, findFaces) };
  } catch (error) {
    return { unreadable: String(error) };
  }
}

async function reply(question: SeeingQuestion): Promise<void> {
  process.send?.(await (question.kind === 'look' ? look(question.photoPath) : ready(question)));
}

process.on('message', (question: SeeingQuestion) => void reply(question));
process.on('disconnect', () => process.exit());
