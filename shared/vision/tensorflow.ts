import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import type { io } from '@tensorflow/tfjs-core';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { readCascades } from './cascade.ts';
import { refined } from './landmarks.ts';
import {
  anchorValues,
  inputSides,
  objectClasses,
  objectValues,
  pointsOfFace,
  type VisionModels,
} from './vision-models.ts';

/** The models in this repository (`shared/vision/models`, see NOTICE there). */
export const modelNames = ['blazeface', 'facemesh-attention', 'selfie', 'nanodet'] as const;
export type ModelName = (typeof modelNames)[number];

/** A model's files: the graph, a TensorFlow.js JSON document, and its weights. */
export interface ModelFiles {
  readonly graph: string;
  readonly weights: ArrayBuffer;
}

export interface ModelSource {
  readModel(name: ModelName): Promise<ModelFiles>;
  /** Reads `cat-faces.bin`. */
  readCascades(): Promise<ArrayBuffer>;
  /** Folder of the runtime's WebAssembly files, with a trailing slash, or the address of each file by name. */
  readonly wasm: string | Record<string, string>;
}

/**
 * Loads the four models into TensorFlow.js on WebAssembly with SIMD, and the cascades. Single-threaded, because a server needs the other
 * cores for encoding. Throws if a file can't be read or WebAssembly is unavailable.
 */
export async function loadVisionModels({
  readModel,
  readCascades: readPetFaces,
  wasm,
}: ModelSource): Promise<VisionModels> {
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
  const [[detector, mesh, segmenter, animals], petFaces] = await Promise.all([
    Promise.all(modelNames.map(load)),
    readPetFaces(),
  ]);
  return {
    petFaces: readCascades(petFaces),
    detect: (picture) => freeing(() => detect(detector!, picture)),
    landmarks: (picture) => freeing(() => landmarks(mesh!, picture)),
    segment: (picture) => freeing(() => segment(segmenter!, picture)),
    objects: (picture) => freeing(() => objects(animals!, picture)),
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

/** The indices of our classes among COCO's 80: a person first, the ten animals from 14 on. */
const classIndices = objectClasses.map((_, i) => (i === 0 ? 0 : 13 + i));
/** Mean and deviation of each channel in its training, in the order blue, green, red. */
const blueGreenRed = [
  [103.53, 57.375],
  [116.28, 57.12],
  [123.675, 58.395],
] as const;
/** The distances of a place from the sides of its box are distributions over so many steps. */
const distanceSteps = 11;

/** The model returns, for grids of 52, 26 and 13 cells, the scores of 80 classes and four distributions of distances. */
function objects(model: GraphModel, picture: Float32Array): Float32Array {
  const side = inputSides.objects;
  const planes = new Float32Array(3 * side * side);
  blueGreenRed.forEach(([mean, deviation], k) => {
    for (let i = 0; i < side * side; i++)
      planes[k * side * side + i] = (picture[3 * i + 2 - k]! - mean) / deviation;
  });
  const answers = model.execute(tf.tensor4d(planes, [1, 3, side, side])) as tf.Tensor3D[];
  const grids = [52, 26, 13].map((cells) => {
    const [distances, scores] = answers
      .filter(({ shape }) => shape[1] === cells * cells)
      .toSorted((a, b) => a.size - b.size)
      .map((tensor) => tensor.dataSync<'float32'>());
    return placesOf(cells, scores!, distances!);
  });
  const all = new Float32Array(grids.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const grid of grids) {
    all.set(grid, at);
    at += grid.length;
  }
  return all;
}

function placesOf(cells: number, scores: Float32Array, distances: Float32Array): Float32Array {
  const step = inputSides.objects / cells;
  const classes = scores.length / (cells * cells);
  const out = new Float32Array(objectValues * cells * cells);
  for (let i = 0; i < cells * cells; i++) {
    const to = objectValues * i;
    const [x, y] = [((i % cells) + 0.5) * step, (Math.floor(i / cells) + 0.5) * step];
    [x, y, x, y].forEach((centre, k) => {
      let sum = 0;
      let weights = 0;
      for (let j = 0; j < distanceSteps; j++) {
        const weight = Math.exp(distances[distanceSteps * (4 * i + k) + j]!);
        sum += j * weight;
        weights += weight;
      }
      out[to + k] = centre + ((k < 2 ? -1 : 1) * step * sum) / weights;
    });
    classIndices.forEach((index, k) => (out[to + 4 + k] = scores[classes * i + index]!));
  }
  return out;
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
