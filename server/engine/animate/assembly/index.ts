/**
 * The frame kernel: everything that touches each pixel of each frame, in WebAssembly SIMD.
 * Written in AssemblyScript; `npm run` scripts compile it to server/generated/kernel.wasm.
 *
 * Memory is a bump allocator that never frees: one instance serves one rendering and is dropped with it.
 * Pointers are byte offsets, strides are bytes per row, all planes hold one unsigned byte per sample.
 */
export { premultiply, rgbToYuv } from './colour';
export { halveGrid, placeGrid, scaleToIntegers } from './grid';
export { mirrorMargin, upsampleHalfPel } from './texture';
export { warpChroma, warpLuma } from './warp';
export { warpChromaLayers, warpLumaLayers } from './layers';
export { blendOverlay } from './overlay';

/** Reserves `bytes`, plus slack for SIMD loads and stores that run past the end of the last row. */
export function allocate(bytes: i32): usize {
  return heap.alloc(bytes + 64);
}
