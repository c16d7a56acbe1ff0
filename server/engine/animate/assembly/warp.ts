import { warpChromaCell, warpLumaCell } from './cells';

/**
 * Draws the luma of a frame: bilinear samples of a texture of `pairRows` at coordinates interpolated over a grid.
 *
 * `grid` holds pairs of i32 (u, v) in 16.16 texels, one for every 2^shift samples (3 or 4), `gridStride` pairs per row,
 * with one row and column more than the cells need. `light` holds one i32 per vertex: what `lift` does there, up to 2047.
 */
export function warpLuma(
  texture: usize, textureStride: i32,
  target: usize, targetStride: i32, width: i32, height: i32,
  grid: usize, gridStride: i32, light: usize, shift: i32,
): void {
  const cell = 1 << shift;
  for (let top = 0; top < height; top += cell) {
    for (let left = 0; left < width; left += cell) {
      const vertex = (top >> shift) * gridStride + (left >> shift);
      warpLumaCell(
        texture, 0, 0, textureStride,
        target + top * targetStride + left, targetStride, min(cell, width - left), min(cell, height - top),
        grid + (vertex << 3), gridStride, light + (vertex << 2), shift,
      );
    }
  }
}

/**
 * Draws both chroma planes of a frame, which share every coordinate. As `warpLuma`, but without light; `grid` has one
 * vertex for every 8 samples, and both textures and both targets have the same strides.
 */
export function warpChroma(
  blueTexture: usize, redTexture: usize, textureStride: i32,
  blueTarget: usize, redTarget: usize, targetStride: i32, width: i32, height: i32,
  grid: usize, gridStride: i32,
): void {
  for (let top = 0; top < height; top += 8) {
    for (let left = 0; left < width; left += 8) {
      const offset: usize = top * targetStride + left;
      warpChromaCell(
        blueTexture, redTexture, 0, 0, textureStride,
        blueTarget + offset, redTarget + offset, targetStride, width - left, min(8, height - top),
        grid + (((top >> 3) * gridStride + (left >> 3)) << 3), gridStride,
      );
    }
  }
}
