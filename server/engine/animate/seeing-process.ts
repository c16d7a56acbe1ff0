// A process that preprocesses and analyzes photos, one at a time, until it is killed or its parent exits.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RgbPicture } from '../../../shared/motion/plane.ts';
import { see, type Sight } from '../../../shared/seeing/see.ts';
import { loadVisionModels, type ModelFiles, type ModelName } from '../../../shared/seeing/tensorflow.ts';
import type { VisionModels } from '../../../shared/seeing/vision-models.ts';
import { type FindFaces, makeReady, type ReadyPhoto, type ReadyQuestion } from './make-ready.ts';
import { decodeForFrame } from './photo.ts';

/** What to do with a photo: preprocess it (`ready`, optional) and analyze it (`look`). */
export interface SeeingQuestion {
  readonly photoPath: string;
  readonly ready: Omit<ReadyQuestion, 'photoPath'> | null;
  readonly look: boolean;
}

/** The result, a photo that can't be decoded, or an internal error. */
export type SeeingAnswer =
  | { seen: ReadyPhoto & { sight: Sight | null } }
  | { unreadable: string }
  | { fault: string };

/** A failure of the models, not of the photo. */
class ModelFault extends Error {}

let loading: Promise<VisionModels> | undefined;

/** Loaded on first use: a server whose videos are made elsewhere never needs them. */
function models(): Promise<VisionModels> {
  loading ??= loadVisionModels({
    readModel,
    wasm: `${dirname(createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm'))}/`,
  });
  // Callers handle the rejection when they await it.
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

async function look(picture: RgbPicture): Promise<Sight> {
  try {
    return see(await models(), picture);
  } catch (cause) {
    throw new ModelFault((cause as Error).stack ?? String(cause), { cause });
  }
}

async function answer(question: SeeingQuestion): Promise<SeeingAnswer> {
  const { photoPath, ready: wishes } = question;
  // The models load while the photo is preprocessed.
  if (question.look) void models();
  try {
    const findFaces: FindFaces = async (picture) => (await look(picture)).faces;
    const asItIs: ReadyPhoto = { photoPath, held: null, steps: [] };
    const ready = wishes ? await makeReady({ photoPath, ...wishes }, findFaces) : asItIs;
    if (!question.look) return { seen: { ...ready, sight: null } };
    return { seen: { ...ready, sight: await look(await decodeForFrame(ready.photoPath)) } };
  } catch (error) {
    return error instanceof ModelFault ? { fault: error.message } : { unreadable: String(error) };
  }
}

process.on('message', (question: SeeingQuestion) => {
  void answer(question).then((told) => process.send?.(told));
});
process.on('disconnect', () => process.exit());
