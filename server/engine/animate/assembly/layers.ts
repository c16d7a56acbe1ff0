import { drawChroma, drawLuma, interpolateRow, mixChroma, mixLuma, overlayChroma, overlayLuma } from './spans';

/** What a cell shows of a people layer: bit 0 is set if it shows any people, bit 1 if it shows any background. */
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

/** The coverage of each cell in a row of cells, one byte per cell, see `coverage`. */
function judgeCells(
  map: usize, mapColumns: i32, mapRows: i32, mapShift: i32,
  upper: usize, gridStride: i32, cells: i32, out: usize,
): void {
  for (let cell = 0; cell < cells; cell++) {
    store<u8>(out + cell, <u8>coverage(map, mapColumns, mapRows, mapShift, upper + (cell << 3), gridStride));
  }
}

/** The first cell after `from` whose coverage differs from that of the cell at `from`, or `end`. */
@inline
function endOfRun(shown: usize, from: i32, end: i32): i32 {
  const seen = load<u8>(shown + from);
  let to = from + 1;
  while (to < end && load<u8>(shown + to) == seen) to++;
  return to;
}

/**
 * Draws the luma of a frame in two layers: people (a premultiplied texture with its alpha) over a background, each
 * warped by its own grid. `map` holds a byte for every 8x8 samples of the people layer, see `coverage`; cells that show
 * only one layer are drawn from that layer alone, where the premultiplied texture equals the photo. `blur` (Q15) is the
 * share of `blurred`, the out-of-focus background, that is mixed in. Otherwise like `warpLuma`.
 */
export function warpLumaLayers(
  people: usize, alpha: usize, background: usize, blurred: usize, blur: i32, textureStride: i32,
  target: usize, targetStride: i32, width: i32, height: i32,
  peopleGrid: usize, backgroundGrid: usize, gridStride: i32, light: usize, shift: i32, scratch: usize,
  map: usize, mapColumns: i32, mapRows: i32,
): void {
  const cell = 1 << shift, pairs = gridStride << 1, pairBytes = gridStride << 3, cells = (width + cell - 1) >> shift;
  const nearRow = scratch, farRow = nearRow + pairBytes + 16, lights = farRow + pairBytes + 16;
  const shown = lights + (gridStride << 2) + 16;
  for (let y = 0; y < height; y++) {
    const vertex = (y >> shift) * gridStride, row = y & (cell - 1);
    const near = peopleGrid + (vertex << 3);
    // 8 samples are 16 texels.
    if (row == 0) judgeCells(map, mapColumns, mapRows, 20, near, gridStride, cells, shown);
    interpolateRow(near, pairBytes, row, shift, pairs, nearRow);
    interpolateRow(backgroundGrid + (vertex << 3), pairBytes, row, shift, pairs, farRow);
    interpolateRow(light + (vertex << 2), gridStride << 2, row, shift, gridStride, lights);
    const line = target + y * targetStride;
    for (let from = 0, to = 0; from < cells; from = to) {
      to = endOfRun(shown, from, cells);
      const seen = <i32>load<u8>(shown + from), both = seen == 3, end = min(to << shift, width);
      if (seen != 1) {
        drawLuma(background, textureStride, line, from, end, farRow, both || blur != 0 ? 0 : lights, shift);
        if (blur != 0) mixLuma(blurred, blur, textureStride, line, from, end, farRow, both ? 0 : lights, shift);
      }
      if (both) overlayLuma(people, alpha, textureStride, line, from, end, nearRow, lights, shift);
      else if (seen == 1) drawLuma(people, textureStride, line, from, end, nearRow, lights, shift);
    }
  }
}

/** Like `warpLumaLayers`, for both chroma planes. */
export function warpChromaLayers(
  bluePeople: usize, redPeople: usize, alpha: usize, blueBackground: usize, redBackground: usize,
  blueBlurred: usize, redBlurred: usize, blur: i32, textureStride: i32,
  blueTarget: usize, redTarget: usize, targetStride: i32, width: i32, height: i32,
  peopleGrid: usize, backgroundGrid: usize, gridStride: i32, scratch: usize,
  map: usize, mapColumns: i32, mapRows: i32,
): void {
  const pairs = gridStride << 1, pairBytes = gridStride << 3, cells = (width + 7) >> 3;
  const nearRow = scratch, farRow = nearRow + pairBytes + 16, shown = farRow + pairBytes + 16;
  for (let y = 0; y < height; y++) {
    const vertex = ((y >> 3) * gridStride) << 3, row = y & 7;
    const near = peopleGrid + vertex;
    // 8 samples of the people layer are 4 chroma samples, or 8 texels.
    if (row == 0) judgeCells(map, mapColumns, mapRows, 19, near, gridStride, cells, shown);
    interpolateRow(near, pairBytes, row, 3, pairs, nearRow);
    interpolateRow(backgroundGrid + vertex, pairBytes, row, 3, pairs, farRow);
    const offset: usize = y * targetStride, blue = blueTarget + offset, red = redTarget + offset;
    for (let from = 0, to = 0; from < cells; from = to) {
      to = endOfRun(shown, from, cells);
      const seen = <i32>load<u8>(shown + from), end = min(to << 3, width);
      if (seen != 1) {
        drawChroma(blueBackground, redBackground, textureStride, blue, red, from, end, farRow);
        if (blur != 0) mixChroma(blueBlurred, redBlurred, blur, textureStride, blue, red, from, end, farRow);
      }
      if (seen == 3) overlayChroma(bluePeople, redPeople, alpha, textureStride, blue, red, from, end, nearRow);
      else if (seen == 1) drawChroma(bluePeople, redPeople, textureStride, blue, red, from, end, nearRow);
    }
  }
}
