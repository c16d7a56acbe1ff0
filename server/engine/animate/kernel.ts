import { readFile } from 'node:fs/promises';
import type { instantiate } from '#server/generated/kernel.d.ts';

/** The exports of the compiled frame kernel; their docstrings are in its source (`engine/animate/assembly`). */
type KernelFunctions = Omit<Awaited<ReturnType<typeof instantiate>>, 'memory'>;

/** The kernel with its own memory, which is never freed: one instance serves one rendering. */
export interface Kernel extends KernelFunctions {
  /** Unsigned bytes at `pointer`. Views are valid only until the next `allocate`, which may move the memory. */
  bytes(pointer: number, length: number): Uint8Array<ArrayBuffer>;
  /** 32-bit integers at `pointer`, valid for as long as `bytes`. */
  integers(pointer: number, count: number): Int32Array<ArrayBuffer>;
  /** 32-bit floats at `pointer`, valid for as long as `bytes`. */
  floats(pointer: number, count: number): Float32Array<ArrayBuffer>;
}

const kernelFile = new URL('../../generated/kernel.wasm', import.meta.url);
const pageBytes = 64 * 1024;
let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * A new kernel instance whose memory never grows beyond `maxMegabytes`; allocating more throws.
 * Throws if the kernel has not been compiled (`node scripts/build-kernel.ts`).
 */
export async function createKernel(maxMegabytes: number): Promise<Kernel> {
  compiled ??= compileKernel();
  const module = await compiled;
  const maximum = Math.ceil((maxMegabytes * 1024 * 1024) / pageBytes);
  const memory = new WebAssembly.Memory({ initial: 16, maximum });
  const instance = await WebAssembly.instantiate(module, { env: { memory } });
  const functions = instance.exports as unknown as KernelFunctions;
  return {
    ...functions,
    allocate(bytes) {
      try {
        return functions.allocate(bytes);
      } catch (cause) {
        throw new Error(`The frame kernel needs more than ${maxMegabytes} MB`, { cause });
      }
    },
    bytes: (pointer, length) => new Uint8Array(memory.buffer, pointer, length),
    integers: (pointer, count) => new Int32Array(memory.buffer, pointer, count),
    floats: (pointer, count) => new Float32Array(memory.buffer, pointer, count),
  };
}

async function compileKernel(): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(await readFile(kernelFile));
  } catch (cause) {
    compiled = undefined;
    throw new Error('The frame kernel is not compiled: run `node scripts/build-kernel.ts`', { cause });
  }
}
