// A process that preprocesses and analyzes photos, one at a time, until it is killed or its parent exits.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { servePool } from '#server/platform/child-process/serve.ts';
import type { RgbPicture } from '#shared/motion/plane.ts';
import { detectPeople, type Detection, glanceAtFaces } from '#shared/vision/detect-people.ts';
import { findTurn } from '#shared/vision/find-turn.ts';
import { loadVisionModels, type ModelFiles, type ModelName } from '#shared/vision/tensorflow.ts';
import type { VisionModels } from '#shared/vision/vision-models.ts';
import { type PhotoPreview, previewPhoto, type PreviewRequest, type PreviewSight } from './preview-photo.ts';
import { preprocess, type PreprocessedPhoto, type PreprocessRequest } from './preprocess.ts';
import { decodeForFrame } from './photo.ts';

/** What to do with a photo: preprocess it (optional) and analyze it (`detect`), or tell what its video would show. */
export type AnalysisRequest = PhotoRequest | { readonly preview: PreviewRequest };

export interface PhotoRequest {
  readonly photoPath: string;
  readonly preprocess: Omit<PreprocessRequest, 'photoPath'> | null;
  readonly detect: boolean;
}

/** The result, or why the photo can't be decoded. */
export type AnalysisResponse =
  | { photo: PreprocessedPhoto & { detection: Detection | null } }
  | { preview: PhotoPreview }
  | { unreadable: string };

/** A failure of the models, not of the photo. */
class ModelError extends Error {}

let loading: Promise<VisionModels> | undefined;

/** Loaded on first use: a server whose videos are made elsewhere never needs them. */
function models(): Promise<VisionModels> {
  loading ??= loadVisionModels({
    readModel,
    readCascades: async () => bytesOf(await modelFile('cat-faces.bin')),
    wasm: `${dirname(createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm'))}/`,
  });
  // Callers handle the rejection when they await it.
  loading.catch(() => undefined);
  return loading;
}

const modelFile = (name: string): Promise<Buffer> =>
  readFile(fileURLToPath(new URL(`../../../../shared/vision/models/${name}`, import.meta.url)));

const bytesOf = ({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer =>
  buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;

async function readModel(name: ModelName): Promise<ModelFiles> {
  const [graph, weights] = await Promise.all([modelFile(`${name}.json`), modelFile(`${name}.bin`)]);
  return { graph: graph.toString('utf8'), weights: bytesOf(weights) };
}

async function detect(picture: RgbPicture): Promise<Detection> {
  try {
    return detectPeople(await models(), picture);
  } catch (cause) {
    throw new ModelError((cause as Error).stack ?? String(cause), { cause });
  }
}

/** What the models see in a photo, and what they saw when they were asked for its turn. */
function createSight(): PreviewSight {
  let asItLies: Detection | undefined;
  return {
    findFaces: async (picture) => (await detect(picture)).faces,
    async findTurn(picture) {
      const loaded = await models();
      asItLies = await detect(picture);
      return findTurn((turned) => glanceAtFaces(loaded, turned), picture, asItLies);
    },
    // Most photos are neither turned nor changed: what was seen to decide that is what there is.
    detectIn: async (photoPath, isAsItLies) =>
      (isAsItLies ? asItLies : undefined) ?? detect(await decodeForFrame(photoPath)),
  };
}

async function handle(request: AnalysisRequest): Promise<AnalysisResponse> {
  try {
    const sight = createSight();
    if ('preview' in request) {
      return { preview: await previewPhoto(request.preview, sight) };
    }
    return { photo: await analyze(request, sight) };
  } catch (error) {
    if (error instanceof ModelError) throw error;
    return { unreadable: String(error) };
  }
}

async function analyze(
  { photoPath, preprocess: options, ...request }: PhotoRequest,
  sight: PreviewSight,
): Promise<PreprocessedPhoto & { detection: Detection | null }> {
  // The models load while the photo is preprocessed.
  if (request.detect) void models();
  const asItIs: PreprocessedPhoto = {
    photoPath,
    turn: 0,
    isPrint: false,
    held: null,
    corners: null,
    steps: [],
  };
  const ready = options ? await preprocess({ photoPath, ...options }, sight) : asItIs;
  if (!request.detect) return { ...ready, detection: null };
  return { ...ready, detection: await sight.detectIn(ready.photoPath, ready.photoPath === photoPath) };
}

servePool(handle);
