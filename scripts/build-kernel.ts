import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const entry = 'server/engine/animate/assembly/index.ts';
const output = 'server/generated/kernel';

/**
 * Compiles the frame kernel from AssemblyScript to server/generated/kernel.wasm (about 10 kB, under 5 s), and its types
 * to kernel.d.ts. Each file is written atomically. Throws with the compiler's messages if compilation fails.
 */
export async function buildKernel(): Promise<void> {
  const unfinished = `${output}.${process.pid}.tmp`;
  await mkdir(resolve(root, dirname(output)), { recursive: true });
  const flags = [
    '-O3',
    '--noAssert',
    '--runtime',
    'stub',
    '--enable',
    'simd',
    '--enable',
    'relaxed-simd',
    '--importMemory',
    '--use',
    'abort=',
    '--bindings',
    'raw',
  ];
  const stderr = asc.createMemoryStream();
  const { error } = await asc.main([entry, '--outFile', `${unfinished}.wasm`, '--baseDir', root, ...flags], {
    stderr,
  });
  if (error) throw new Error(`The frame kernel does not compile: ${error.message}\n${stderr.toString()}`);
  for (const extension of ['d.ts', 'wasm'])
    await rename(resolve(root, `${unfinished}.${extension}`), resolve(root, `${output}.${extension}`));
  // Not needed: we load the kernel ourselves.
  await rm(resolve(root, `${unfinished}.js`));
}

if (import.meta.main) await buildKernel();
