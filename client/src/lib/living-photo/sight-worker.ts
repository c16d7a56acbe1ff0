import type { RgbPicture } from '../../../../shared/motion/plane.ts';
import { see } from '../../../../shared/seeing/see.ts';
import { loadVisionModels, type ModelName } from '../../../../shared/seeing/tensorflow.ts';
import detectorGraph from '../../../../shared/seeing/models/blazeface.json?url';
import detectorWeights from '../../../../shared/seeing/models/blazeface.bin?url';
import meshGraph from '../../../../shared/seeing/models/facemesh-attention.json?url';
import meshWeights from '../../../../shared/seeing/models/facemesh-attention.bin?url';
import segmenterGraph from '../../../../shared/seeing/models/selfie.json?url';
import segmenterWeights from '../../../../shared/seeing/models/selfie.bin?url';
import wasm from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';
import wasmSimd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';

const files: Readonly<Record<ModelName, readonly [graph: string, weights: string]>> = {
  blazeface: [detectorGraph, detectorWeights],
  'facemesh-attention': [meshGraph, meshWeights],
  selfie: [segmenterGraph, segmenterWeights],
};

const models = loadVisionModels({
  // Threads require cross-origin isolation, which our pages don't have.
  wasm: {
    'tfjs-backend-wasm.wasm': wasm,
    'tfjs-backend-wasm-simd.wasm': wasmSimd,
    'tfjs-backend-wasm-threaded-simd.wasm': wasmSimd,
  },
  async readModel(name) {
    const [graph, weights] = await Promise.all(files[name].map((address) => fetch(address)));
    if (!graph?.ok || !weights?.ok) throw new Error('A model can not be loaded');
    return { graph: await graph.text(), weights: await weights.arrayBuffer() };
  },
});
models.catch(() => undefined);

async function answer(picture: RgbPicture): Promise<void> {
  try {
    postMessage(see(await models, picture));
  } catch {
    postMessage(null);
  }
}

/** Answers each picture with the people in it, or null. */
addEventListener('message', ({ data }: MessageEvent<RgbPicture>) => void answer(data));
