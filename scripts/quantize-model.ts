import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { io } from '@tensorflow/tfjs-core';

const usage = 'Usage: node scripts/quantize-model.ts GRAPH.json FOLDER';
/** Smaller weights stay as they are: they hardly matter for the size, but biases matter for the result. */
const leastValues = 1024;

/**
 * Halves a TensorFlow.js model whose weights have 16 bits: large ones get 8 bits, as the affine code that TensorFlow.js
 * decodes when it loads them. Reads GRAPH.json and the weights beside it; writes both to FOLDER, with the same names.
 */
async function main([source, target]: readonly string[]): Promise<number> {
  if (!source || !target) {
    console.error(usage);
    return 2;
  }
  const here = process.env.INIT_CWD ?? process.cwd();
  const from = resolve(here, source);
  const model = JSON.parse(await readFile(from, 'utf8')) as io.ModelJSON;
  const [group] = model.weightsManifest;
  const bytes = await readFile(join(from, '..', group!.paths[0]!));
  const out: Uint8Array[] = [];
  let at = 0;
  group!.weights = group!.weights.map((weight) => {
    const count = weight.shape.reduce((product, side) => product * side, 1);
    const isHalf = weight.quantization?.dtype === 'float16';
    const own = bytes.subarray(at, (at += count * (isHalf ? 2 : 4)));
    if (!isHalf || count < leastValues) {
      out.push(own);
      return weight;
    }
    const values = Float64Array.from({ length: count }, (_, i) => halfFloat(own.readUInt16LE(2 * i)));
    const min = values.reduce((least, value) => Math.min(least, value));
    const max = values.reduce((most, value) => Math.max(most, value));
    const scale = (max - min) / 255 || 1;
    out.push(Uint8Array.from(values, (value) => Math.round((value - min) / scale)));
    return { ...weight, quantization: { dtype: 'uint8', scale, min } };
  });
  await writeFile(resolve(here, target, basename(from)), JSON.stringify(model));
  await writeFile(resolve(here, target, group!.paths[0]!), Buffer.concat(out));
  return 0;
}

/** The value of an IEEE 754 half-precision number. Weights are finite. */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}

process.exitCode = await main(process.argv.slice(2));
