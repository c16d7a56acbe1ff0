import { warpChromaCell, warpLumaCell } from './cells';

/** What a cell shows of a layer of people: bit 0 where there is any of them, bit 1 where there is any background. */
@inline
function coverage(
  map: usize, mapColumns: i32, mapRows: i32, mapShift: i32,
  upper: usize, gridStride: i32,
): i32 {
  const lower = upper + (gridStride << 3);
  const u0 = load<i32>(upper), u1 = load<i32>(upper, 8), u2 = load<i32>(lower), u3 = load<i32>(lower, 8);
  const v0 = load<i32>(upper, 4), v1 = load<i32>(upper, 12), v2 = load<i32>(lower, 4), v3 = load<i32>(lower, 12);
  const left = max(0, min(mapColumns - 1, min(min(u0, u1), min(u2, u3)) >> mapShift));
  const right = max(0, min(mapColumns - 1, max(max(u0, u1), max(u2, u3)) >> mapShift));
  const top = max(0, min(mapRows - 1, min(min(v0, v1), min(v2, v3)) >> mapShift));
  const bottom = max(0, min(mapRows - 1, max(max(v0, v1), max(v2, v3)) >> mapShift));
  let found = 0;
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) found |= <i32>load<u8>(map + y * mapColumns + x);
  }
  return found;
}

/**
 * Draws the luma of a frame in two layers: people (a premultiplied texture with its alpha) over a background, each by a
 * grid of its own. `map` holds a byte for every 8x8 samples of the people's layer, see `coverage`; cells that show one
 * layer only are drawn from it alone, where the premultiplied texture is the photo. `blur` (Q15) is how much of
 * `blurred`, the background out of focus, is mixed in. Else as `warpLuma`.
 */
export function warpLumaLayers(
  people: usize, alpha: usize, background: usize, blurred: usize, blur: i32, textureStride: i32,
  target: usize, targetStride: i32, width: i32, height: i32,
  peopleGrid: usize, backgroundGrid: usize, gridStride: i32, light: usize, shift: i32,
  map: usize, mapColumns: i32, mapRows: i32,
): void {
  const cell = 1 << shift;
  for (let top = 0; top < height; top += cell) {
    const rows = min(cell, height - top);
    for (let left = 0; left < width; left += cell) {
      const columns = min(cell, width - left);
      const vertex = (top >> shift) * gridStride + (left >> shift);
      const near = peopleGrid + (vertex << 3), far = backgroundGrid + (vertex << 3), lit = light + (vertex << 2);
      const out = target + top * targetStride + left;
      // 8 samples are 16 texels.
      const seen = coverage(map, mapColumns, mapRows, 20, near, gridStride);
      const both = seen == 3;
      if (seen != 1) {
        const last = both || blur != 0 ? 0 : lit;
        warpLumaCell(background, 0, 0, textureStride, out, targetStride, columns, rows, far, gridStride, last, shift);
        if (blur != 0) {
          const then = both ? 0 : lit;
          warpLumaCell(blurred, 0, blur, textureStride, out, targetStride, columns, rows, far, gridStride, then, shift);
        }
      }
      if ((seen & 1) != 0) {
        warpLumaCell(people, both ? alpha : 0, 0, textureStride, out, targetStride, columns, rows, near, gridStride, lit, shift);
      }
    }
  }
}

/** As `warpLumaLayers`, for both chroma planes. */
export function warpChromaLayers(
  bluePeople: usize, redPeople: usize, alpha: usize, blueBackground: usize, redBackground: usize,
  blueBlurred: usize, redBlurred: usize, blur: i32, textureStride: i32,
  blueTarget: usize, redTarget: usize, targetStride: i32, width: i32, height: i32,
  peopleGrid: usize, backgroundGrid: usize, gridStride: i32,
  map: usize, mapColumns: i32, mapRows: i32,
): void {
  for (let top = 0; top < height; top += 8) {
    const rows = min(8, height - top);
    for (let left = 0; left < width; left += 8) {
      const columns = width - left;
      const vertex = ((top >> 3) * gridStride + (left >> 3)) << 3;
      const near = peopleGrid + vertex, far = backgroundGrid + vertex;
      const blue = blueTarget + top * targetStride + left, red = redTarget + top * targetStride + left;
      // 8 samples of the people's layer are 4 of chroma, 8 texels.
      const seen = coverage(map, mapColumns, mapRows, 19, near, gridStride);
      if (seen != 1) {
        warpChromaCell(
          blueBackground, redBackground, 0, 0, textureStride, blue, red, targetStride, columns, rows, far, gridStride,
        );
        if (blur != 0) {
          warpChromaCell(
            blueBlurred, redBlurred, 0, blur, textureStride, blue, red, targetStride, columns, rows, far, gridStride,
          );
        }
      }
      if ((seen & 1) != 0) {
        warpChromaCell(
          bluePeople, redPeople, seen == 3 ? alpha : 0, 0, textureStride,
          blue, red, targetStride, columns, rows, near, gridStride,
        );
      }
    }
  }
}
