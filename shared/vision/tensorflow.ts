import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import type { io } from '@tensorflow/tfjs-core';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { refined } from './landmarks.ts';
import { anchorValues, inputSides, pointsOfFace, type VisionModels } from './vision-models.ts';

/** The models in this repository (`shared/vision/models`, see NOTICE there). */
export const modelNames = ['blazeface', 'facemesh-attention', 'selfie'] as const;
export type ModelName = (typeof modelNames)[number];

/** A model's files: the graph, a TensorFlow.js JSON document, and its weights. */
export interface ModelFiles {
  readonly graph: string;
  readonly weights: ArrayBuffer;
}

export interface ModelSource {
  readModel(name: ModelName): Promise<ModelFiles>;
  /** Folder of the runtime's WebAssembly files, with a trailing slash, or the address of each file by name. */
  readonly wasm: string | Record<string, string>;
}

/**
 * Loads the three models into TensorFlow.js on WebAssembly with SIMD. Single-threaded, because a server needs the other
 * cores for encoding. Throws if a file can't be read or WebAssembly is unavailable.
 */
export async function loadVisionModels({ readModel, wasm }: ModelSource): Promise<VisionModels> {
  setThreadsCount(1);
  setWasmPaths(wasm);
  await tf.setBackend('wasm');
  await tf.ready();
  completeBackend();
  const load = async (name: ModelName): Promise<GraphModel> => {
    const { graph, weights } = await readModel(name);
    const { modelTopology, format, signature, weightsManifest } = JSON.parse(graph) as io.ModelJSON;
    const artifacts: io.ModelArtifacts = {
      modelTopology,
      weightSpecs: weightsManifest.flatMap((group) => group.weights),
      weightData: weights,
      ...(format && { format }),
      ...(signature && { signature }),
    };
    return loadGraphModel({ load: () => Promise.resolve(artifacts) });
  };
  const [detector, mesh, segmenter] = await Promise.all(modelNames.map(load));
  return {
    detect: (picture) => freeing(() => detect(detector!, picture)),
    landmarks: (picture) => freeing(() => landmarks(mesh!, picture)),
    segment: (picture) => freeing(() => segment(segmenter!, picture)),
  };
}

/** Frees the tensors of `work`. `tidy` would search what it returns for tensors, value by value. */
function freeing(work: () => Float32Array): Float32Array {
  let values: Float32Array = new Float32Array();
  tf.tidy(() => {
    values = work();
  });
  return values;
}

function toTensor(picture: Float32Array, side: number, scale: number, offset: number): tf.Tensor4D {
  const values = picture.map((value) => value * scale + offset);
  return tf.tensor4d(values, [1, side, side, 3]);
}

/** The model returns scores and boxes of a fine and a coarse anchor grid, each in a separate tensor. */
function detect(model: GraphModel, picture: Float32Array): Float32Array {
  const answers = model.execute(toTensor(picture, inputSides.detector, 1 / 127.5, -1)) as tf.Tensor3D[];
  const [coarseScores, fineScores, coarseBoxes, fineBoxes] = answers.toSorted((a, b) => a.size - b.size);
  const grids = [tf.concat([fineScores!, fineBoxes!], 2), tf.concat([coarseScores!, coarseBoxes!], 2)];
  const values = tf.concat(grids, 1);
  if (values.shape[2] !== anchorValues) throw new Error('The face detector answers in another shape');
  return values.dataSync<'float32'>().slice();
}

/** Replaces the coarse mesh's eyes, irises and lips with the refined outlines. */
function landmarks(model: GraphModel, picture: Float32Array): Float32Array {
  const answers = model.execute(
    toTensor(picture, inputSides.mesh, 1 / 255, 0),
    model.outputNodes,
  ) as tf.Tensor[];
  const sized = (size: number): Float32Array[] =>
    answers
      .filter((tensor) => tensor.size === size)
      .map((tensor) => tensor.dataSync<'float32'>())
      // The eyes come as two tensors of equal size: sorted so that the left of the picture is first.
      .toSorted((a, b) => meanX(a) - meanX(b));
  const placed = new Float32Array(3 * pointsOfFace);
  placed.set(sized(3 * 468)[0]!);
  const put = (from: Float32Array, indices: readonly number[]): void =>
    indices.forEach((index, i) => placed.set(from.subarray(2 * i, 2 * i + 2), 3 * index));
  sized(2 * 71).forEach((outline, eye) => put(outline, refined.eyes[eye]!));
  put(sized(2 * 80)[0]!, refined.lips);
  sized(2 * 5).forEach((iris, eye) =>
    put(
      iris,
      [0, 1, 2, 3, 4].map((i) => 468 + 5 * eye + i),
    ),
  );
  return placed;
}

function meanX(pairs: Float32Array): number {
  return pairs.reduce((sum, value, i) => (i % 2 === 0 ? sum + value : sum), 0) / pairs.length;
}

function segment(model: GraphModel, picture: Float32Array): Float32Array {
  const answer = model.execute(toTensor(picture, inputSides.segmenter, 1 / 255, 0)) as tf.Tensor;
  return answer.dataSync<'float32'>().slice();
}

interface WasmBackend {
  makeOutput(shape: readonly number[], dtype: 'float32'): tf.TensorInfo;
  typedArrayFromHeap(tensor: tf.TensorInfo): Float32Array | Int32Array;
}

/** The landmark model uses integer matrix multiplication and atan2, which the WebAssembly backend 4.22 lacks. */
function completeBackend(): void {
  const product = tf.getKernel('BatchMatMul', 'wasm');
  tf.unregisterKernel('BatchMatMul', 'wasm');
  tf.registerKernel({
    ...product,
    kernelFunc(call) {
      const { a, b } = call.inputs as { a: tf.TensorInfo; b: tf.TensorInfo };
      const backend = call.backend as WasmBackend;
      return product.kernelFunc({ ...call, inputs: { a: toFloat(a, backend), b: toFloat(b, backend) } });
    },
  });
  if (tf.getKernel('Atan2', 'wasm')) return;
  tf.registerKernel({
    kernelName: 'Atan2',
    backendName: 'wasm',
    kernelFunc({ inputs, backend }) {
      const { a, b } = inputs as { a: tf.TensorInfo; b: tf.TensorInfo };
      const wasm = backend as WasmBackend;
      const [y, x] = [wasm.typedArrayFromHeap(a), wasm.typedArrayFromHeap(b)];
      const angles = wasm.makeOutput(a.shape, 'float32');
      const out = wasm.typedArrayFromHeap(angles);
      const value = (of: Float32Array | Int32Array, i: number) => of[of.length === 1 ? 0 : i]!;
      for (let i = 0; i < out.length; i++) out[i] = Math.atan2(value(y, i), value(x, i));
      return angles;
    },
  });
}

function toFloat(tensor: tf.TensorInfo, backend: WasmBackend): tf.TensorInfo {
  if (tensor.dtype === 'float32') return tensor;
  const floats = backend.makeOutput(tensor.shape, 'float32');
  backend.typedArrayFromHeap(floats).set(backend.typedArrayFromHeap(tensor));
  return floats;
}
