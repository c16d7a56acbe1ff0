import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quantize '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const quantize = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'quantize-model.ts'), ...args], {
    env: { ...process.env, INIT_CWD: folder },
    encoding: 'utf8',
  });

test('without arguments, it says how it is used', () => {
  const { status, stderr } = quantize();
  expect([status, stderr]).toEqual([2, 'Usage: node scripts/quantize-model.ts GRAPH.json FOLDER\n']);
});

test('large 16-bit weights get 8 bits, small ones and whole numbers stay', async () => {
  const half = { dtype: 'float16' };
  const weights = [
    { name: 'shape', shape: [2], dtype: 'int32' },
    { name: 'kernel', shape: [32, 32], dtype: 'float32', quantization: half },
    { name: 'bias', shape: [2], dtype: 'float32', quantization: half },
  ];
  const graph = { format: 'graph-model', weightsManifest: [{ paths: ['m.bin'], weights }] };
  const bytes = Buffer.alloc(8 + 2 * 1024 + 4);
  bytes.writeInt32LE(7, 0);
  // Half-precision numbers: -1 at first, 2 everywhere else; then the bias, 0.5 and -0.5.
  for (let i = 0; i < 1024; i++) bytes.writeUInt16LE(i === 0 ? 0xbc00 : 0x4000, 8 + 2 * i);
  bytes.writeUInt16LE(0x3800, 8 + 2048);
  bytes.writeUInt16LE(0xb800, 8 + 2050);
  await writeFile(join(folder, 'm.json'), JSON.stringify(graph));
  await writeFile(join(folder, 'm.bin'), bytes);
  await mkdir(join(folder, 'out'));
  const { status, stderr } = quantize('m.json', 'out');
  expect([status, stderr]).toEqual([0, '']);
  const out = JSON.parse(await readFile(join(folder, 'out/m.json'), 'utf8')) as typeof graph;
  expect(out.weightsManifest[0]!.weights).toEqual([
    weights[0],
    { ...weights[1], quantization: { dtype: 'uint8', scale: 3 / 255, min: -1 } },
    weights[2],
  ]);
  const packed = await readFile(join(folder, 'out/m.bin'));
  expect(packed).toHaveLength(8 + 1024 + 4);
  expect([...packed.subarray(8, 11)]).toEqual([0, 255, 255]);
  expect(packed.subarray(8 + 1024)).toEqual(bytes.subarray(8 + 2048));
});
