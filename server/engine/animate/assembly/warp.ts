import { drawChroma, drawLuma, interpolateLight, interpolateVertices, nearVertices } from './spans';

/**
 * Draws the luma of a frame: bilinear samples of an `upsampleHalfPel` texture at coordinates interpolated over a grid.
 *
 * `grid` holds i32 coordinates in 16.16 texels, one for every 2^shift samples (3 or 4): `gridStride` values of u per
 * row, with one row and column more than the cells need, and those of v `planeBytes` further on. `light` holds one i32
 * per vertex: the amount of `lift` there, up to 2047. A row has at most 2048 samples. Samples are drawn row by row, the
 * order of textures in memory.
 */
export function warpLuma(
  texture: usize, textureStride: i32,
  target: usize, targetStride: i32, width: i32, top: i32, bottom: i32,
  grid: usize, gridStride: i32, planeBytes: i32, light: usize, shift: i32,
): void {
  const spans = (width + 7) >> 3;
  for (let y = top; y < bottom; y++) {
    interpolateVertices(grid, gridStride, planeBytes, y, shift, nearVertices);
    const lit = interpolateLight(light, gridStride, y, shift);
    drawLuma(texture, textureStride, target + y * targetStride, width, 0, spans, nearVertices, lit);
  }
}

/**
 * Draws both chroma planes of a frame, which share all coordinates. Like `warpLuma`, but without light; `grid` has one
 * vertex for every 8 samples, and both textures and both targets have the same strides.
 */
export function warpChroma(
  blueTexture: usize, redTexture: usize, textureStride: i32,
  blueTarget: usize, redTarget: usize, targetStride: i32, width: i32, top: i32, bottom: i32,
  grid: usize, gridStride: i32, planeBytes: i32,
): void {
  const spans = (width + 7) >> 3;
  for (let y = top; y < bottom; y++) {
    interpolateVertices(grid, gridStride, planeBytes, y, 3, nearVertices);
    const offset: usize = y * targetStride, blue = blueTarget + offset, red = redTarget + offset;
    drawChroma(blueTexture, redTexture, textureStride, blue, red, width, 0, spans, nearVertices);
  }
}
