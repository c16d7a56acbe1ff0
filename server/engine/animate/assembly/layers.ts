import {
  drawChroma, drawLuma, farVertices, interpolateLight, interpolateVertices, mixChroma, mixLuma, nearVertices,
  overlayChroma, overlayLuma,
} from './spans';

/** The coverage of each cell in a row of cells, one byte per cell, see `judgeCells`. */
const shown = memory.data(256);

/**
 * Determines what each cell in the row of cells at row `y` shows of a people layer: bit 0 is set if it shows any people,
 * bit 1 if it shows any background.
 */
function judgeCells(
  map: usize, mapColumns: i32, mapRows: i32, mapShift: i32,
  grid: usize, gridStride: i32, planeBytes: i32, y: i32, shift: i32, cells: i32,
): void {
  const row = gridStride << 2, upper = grid + (y >> shift) * row;
  for (let cell = 0; cell < cells; cell++) {
    const u = upper + (cell << 2), v = u + planeBytes;
    const left = clamp(least(u, row) >> mapShift, mapColumns), right = clamp(most(u, row) >> mapShift, mapColumns);
    const top = clamp(least(v, row) >> mapShift, mapRows), bottom = clamp(most(v, row) >> mapShift, mapRows);
    let found = 0;
    for (let mapY = top; mapY <= bottom; mapY++) {
      for (let mapX = left; mapX <= right; mapX++) found |= <i32>load<u8>(map + mapY * mapColumns + mapX);
    }
    store<u8>(shown + cell, <u8>found);
  }
}

/** The least coordinate at a cell's four corners, in rows of `row` bytes. */
@inline
function least(corner: usize, row: i32): i32 {
  const lower = corner + row;
  return min(min(load<i32>(corner), load<i32>(corner, 4)), min(load<i32>(lower), load<i32>(lower, 4)));
}

@inline
function most(corner: usize, row: i32): i32 {
  const lower = corner + row;
  return max(max(load<i32>(corner), load<i32>(corner, 4)), max(load<i32>(lower), load<i32>(lower, 4)));
}

@inline
function clamp(value: i32, size: i32): i32 {
  return max(0, min(size - 1, value));
}

/** The first cell after `from` whose coverage differs from that of the cell at `from`, or `end`. */
@inline
function endOfRun(from: i32, end: i32): i32 {
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
  target: usize, targetStride: i32, width: i32, top: i32, bottom: i32,
  peopleGrid: usize, backgroundGrid: usize, gridStride: i32, planeBytes: i32, light: usize, shift: i32,
  map: usize, mapColumns: i32, mapRows: i32,
): void {
  const cell = 1 << shift, cells = (width + cell - 1) >> shift, spans = (width + 7) >> 3;
  for (let y = top; y < bottom; y++) {
    // 8 samples are 16 texels.
    if ((y & (cell - 1)) == 0)
      judgeCells(map, mapColumns, mapRows, 20, peopleGrid, gridStride, planeBytes, y, shift, cells);
    interpolateVertices(peopleGrid, gridStride, planeBytes, y, shift, nearVertices);
    interpolateVertices(backgroundGrid, gridStride, planeBytes, y, shift, farVertices);
    const lit = interpolateLight(light, gridStride, y, shift), line = target + y * targetStride;
    for (let run = 0, next = 0; run < cells; run = next) {
      next = endOfRun(run, cells);
      const seen = <i32>load<u8>(shown + run), both = seen == 3;
      const from = run << (shift - 3), end = min(next << (shift - 3), spans);
      if (seen != 1) {
        const last = blur == 0 && !both;
        drawLuma(background, textureStride, line, width, from, end, farVertices, last && lit);
        if (blur != 0) mixLuma(blurred, blur, textureStride, line, width, from, end, farVertices, !both && lit);
      }
      if (both) overlayLuma(people, alpha, textureStride, line, width, from, end, nearVertices, lit);
      else if (seen == 1) drawLuma(people, textureStride, line, width, from, end, nearVertices, lit);
    }
  }
}

/** Like `warpLumaLayers`, for both chroma planes. */
export function warpChromaLayers(
  bluePeople: usize, redPeople: usize, alpha: usize, blueBackground: usize, redBackground: usize,
  blueBlurred: usize, redBlurred: usize, blur: i32, textureStride: i32,
  blueTarget: usize, redTarget: usize, targetStride: i32, width: i32, top: i32, bottom: i32,
  peopleGrid: usize, backgroundGrid: usize, gridStride: i32, planeBytes: i32,
  map: usize, mapColumns: i32, mapRows: i32,
): void {
  const spans = (width + 7) >> 3;
  for (let y = top; y < bottom; y++) {
    // 8 samples of the people layer are 4 chroma samples, or 8 texels.
    if ((y & 7) == 0) judgeCells(map, mapColumns, mapRows, 19, peopleGrid, gridStride, planeBytes, y, 3, spans);
    interpolateVertices(peopleGrid, gridStride, planeBytes, y, 3, nearVertices);
    interpolateVertices(backgroundGrid, gridStride, planeBytes, y, 3, farVertices);
    const offset: usize = y * targetStride, blue = blueTarget + offset, red = redTarget + offset;
    for (let from = 0, end = 0; from < spans; from = end) {
      end = endOfRun(from, spans);
      const seen = <i32>load<u8>(shown + from);
      if (seen != 1) {
        drawChroma(blueBackground, redBackground, textureStride, blue, red, width, from, end, farVertices);
        if (blur != 0) mixChroma(blueBlurred, redBlurred, blur, textureStride, blue, red, width, from, end, farVertices);
      }
      if (seen == 3) overlayChroma(bluePeople, redPeople, alpha, textureStride, blue, red, width, from, end, nearVertices);
      else if (seen == 1) drawChroma(bluePeople, redPeople, textureStride, blue, red, width, from, end, nearVertices);
    }
  }
}
