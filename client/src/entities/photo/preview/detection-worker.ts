import type { RgbPicture } from '#shared/motion/plane.ts';
import { detectPeople, glanceAtFaces } from '#shared/vision/detect-people.ts';
import { findTurn } from '#shared/vision/find-turn.ts';
import { loadVisionModels, type ModelName } from '#shared/vision/tensorflow.ts';
import type { Sight } from './detection-of.ts';
import detectorGraph from '#shared/vision/models/blazeface.json?url';
import detectorWeights from '#shared/vision/models/blazeface.bin?url';
import meshGraph from '#shared/vision/models/facemesh-attention.json?url';
import meshWeights from '#shared/vision/models/facemesh-attention.bin?url';
import segmenterGraph from '#shared/vision/models/selfie.json?url';
import segmenterWeights from '#shared/vision/models/selfie.bin?url';
import animalGraph from '#shared/vision/models/nanodet.json?url';
import animalWeights from '#shared/vision/models/nanodet.bin?url';
import petFaces from '#shared/vision/models/cat-faces.bin?url';
import wasm from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';
import wasmSimd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';

const files: Readonly<Record<ModelName, readonly [graph: string, weights: string]>> = {
  blazeface: [detectorGraph, detectorWeights],
  'facemesh-attention': [meshGraph, meshWeights],
  selfie: [segmenterGraph, segmenterWeights],
  nanodet: [animalGraph, animalWeights],
};

async function load(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error('A model can not be loaded');
  return response;
}

const models = loadVisionModels({
  // Threads require cross-origin isolation, which our pages don't have.
  wasm: {
    'tfjs-backend-wasm.wasm': wasm,
    'tfjs-backend-wasm-simd.wasm': wasmSimd,
    'tfjs-backend-wasm-threaded-simd.wasm': wasmSimd,
  },
  async readModel(name) {
    const [graph, weights] = await Promise.all(files[name].map(load));
    return { graph: await graph!.text(), weights: await weights!.arrayBuffer() };
  },
  readCascades: async () => (await load(petFaces)).arrayBuffer(),
});
models.catch(() => undefined);

async function answer(picture: RgbPicture): Promise<void> {
  try {
    const loaded = await models;
    const detection = detectPeople(loaded, picture);
    const turn = findTurn((turned) => glanceAtFaces(loaded, turned), picture, detection);
    postMessage({ detection, turn } satisfies Sight);
  } catch {
    postMessage(null);
  }
}

/** Answers each picture with the people in it and the turn that rights them, or null. */
addEventListener('message', ({ data }: MessageEvent<RgbPicture>) => void answer(data));
