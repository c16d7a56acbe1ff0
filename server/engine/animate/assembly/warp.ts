import { drawChroma, drawLuma, interpolateRow } from './spans';

/**
 * Draws the luma of a frame: bilinear samples of a `pairRows` texture at coordinates interpolated over a grid.
 *
 * `grid` holds pairs of i32 (u, v) in 16.16 texels, one for every 2^shift samples (3 or 4), `gridStride` pairs per row,
 * with one row and column more than the cells need. `light` holds one i32 per vertex: the amount of `lift` there, up to
 * 2047. `scratch` has room for `scratchBytes`. Samples are drawn row by row, the order of textures in memory.
 */
export function warpLuma(
  texture: usize, textureStride: i32,
  target: usize, targetStride: i32, width: i32, height: i32,
  grid: usize, gridStride: i32, light: usize, shift: i32, scratch: usize,
): void {
  const cell = 1 << shift, lights = scratch + (gridStride << 3) + 16;
  for (let y = 0; y < height; y++) {
    const vertex = (y >> shift) * gridStride, row = y & (cell - 1);
    interpolateRow(grid + (vertex << 3), gridStride << 3, row, shift, gridStride << 1, scratch);
    interpolateRow(light + (vertex << 2), gridStride << 2, row, shift, gridStride, lights);
    drawLuma(texture, textureStride, target + y * targetStride, 0, width, scratch, lights, shift);
  }
}

/**
 * Draws both chroma planes of a frame, which share all coordinates. Like `warpLuma`, but without light; `grid` has one
 * vertex for every 8 samples, and both textures and both targets have the same strides.
 */
export function warpChroma(
  blueTexture: usize, redTexture: usize, textureStride: i32,
  blueTarget: usize, redTarget: usize, targetStride: i32, width: i32, height: i32,
  grid: usize, gridStride: i32, scratch: usize,
): void {
  for (let y = 0; y < height; y++) {
    interpolateRow(grid + (((y >> 3) * gridStride) << 3), gridStride << 3, y & 7, 3, gridStride << 1, scratch);
    const offset: usize = y * targetStride;
    drawChroma(blueTexture, redTexture, textureStride, blueTarget + offset, redTarget + offset, 0, width, scratch);
  }
}

/** Bytes of scratch memory that drawing needs for grids with this many vertices per row. */
export function scratchBytes(gridStride: i32): i32 {
  // Two rows of pairs, one of light, one byte per cell, and SIMD writes past their ends.
  return gridStride * (8 + 8 + 4 + 1) + 4 * 16;
}
