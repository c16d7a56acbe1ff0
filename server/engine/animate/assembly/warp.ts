/** The four texels around each of four places, 2x2 bytes a place: upper left, lower left, upper right, lower right. */
@inline
function gatherQuads(texture: usize, offsets: v128): v128 {
  let quads = v128.load32_zero(texture + i32x4.extract_lane(offsets, 0));
  quads = v128.load32_lane(texture + i32x4.extract_lane(offsets, 1), quads, 1);
  quads = v128.load32_lane(texture + i32x4.extract_lane(offsets, 2), quads, 2);
  return v128.load32_lane(texture + i32x4.extract_lane(offsets, 3), quads, 3);
}

/** Byte offsets of the texels at four places (u, v) in 16.16 texels. */
@inline
function offsetsOf(u: v128, v: v128, stride: v128): v128 {
  return i32x4.add(i32x4.dot_i16x8_s(i32x4.shr_s(v, 16), stride), i32x4.shl(i32x4.shr_s(u, 16), 1));
}

/** The 7-bit fraction of a 16.16 coordinate. */
@inline
function fraction(coordinate: v128): v128 {
  return v128.and(i32x4.shr_u(coordinate, 9), i32x4.splat(127));
}

/** Weights (128 - f, f) beside each other, for a pairwise dot product. */
@inline
function weightsAcross(u: v128): v128 {
  const f = fraction(u);
  return v128.or(i32x4.sub(i32x4.splat(128), f), i32x4.shl(f, 16));
}

/** The weight of the lower texel, once for the left and once for the right column. */
@inline
function weightsDown(v: v128): v128 {
  const f = fraction(v);
  return v128.or(f, i32x4.shl(f, 16));
}

/** Bilinear mean of four quads, in 1/128 of a level. */
@inline
function blendQuads(quads: v128, across: v128, down: v128): v128 {
  const upper = v128.and(quads, i16x8.splat(255));
  const difference = i16x8.sub(i16x8.shr_u(quads, 8), upper);
  const columns = i16x8.add(i16x8.shl(upper, 7), i16x8.mul(difference, down));
  return i32x4.shr_s(i32x4.add(i32x4.dot_i16x8_s(columns, across), i32x4.splat(64)), 7);
}

/** Four lanes of `start + k * step`. */
@inline
function ramp(start: i32, step: i32): v128 {
  return i32x4.add(i32x4.splat(start), i32x4.mul(i32x4.splat(step), i32x4(0, 1, 2, 3)));
}

/** The difference of two values over a cell, per sample of it. */
@inline
function perSample(from: i32, to: i32, cellShift: i32): i32 {
  return (to - from) >> cellShift;
}

/**
 * Lifts the mid-tones of eight samples in 1/128 of a level; `amount` is in 1/175 of a level at mid-grey, 0 or more.
 * Black (16) and white (235) are left alone: the weight is 4 y (1 - y), y being 0 to 1 between them.
 */
@inline
function lift(value: v128, amount: v128): v128 {
  const aboveBlack = i16x8.sub(value, i16x8.splat(16 << 7)), belowWhite = i16x8.sub(i16x8.splat(235 << 7), value);
  // At mid-grey 4 * (109.5 * 128)^2 / 2^15 = 23981, so that an amount of 175 adds 128.
  const midness = i16x8.shl(i16x8.q15mulr_sat_s(aboveBlack, belowWhite), 2);
  return i16x8.add_sat_s(value, i16x8.q15mulr_sat_s(midness, amount));
}

/** What lies below, seen through what is laid over it: 1 minus the alpha, which is eight samples in 1/128 of a level. */
@inline
function seenThrough(below: usize, alpha: v128): v128 {
  const keep = i16x8.sub(i16x8.splat(255 << 7), alpha);
  // 255/255 in 1/128 of a level is 32640; what is missing to 1 in Q15 is its 256th part.
  const share = i16x8.add(keep, i16x8.shr_u(keep, 8));
  return i16x8.q15mulr_sat_s(i16x8.shl(v128.load8x8_u(below), 7), share);
}

/** From what the target holds towards eight samples in 1/128 of a level, by a share in Q15. */
@inline
function mixIn(below: usize, value: v128, share: i32): v128 {
  const old = i16x8.shl(v128.load8x8_u(below), 7);
  return i16x8.add(old, i16x8.q15mulr_sat_s(i16x8.sub(value, old), i16x8.splat(<i16>share)));
}

const partialStore = memory.data(8);

/** Writes up to eight samples given in 1/128 of a level. */
@inline
function storeRounded(out: usize, value: v128, count: i32): void {
  const rounded = i16x8.shr_s(i16x8.add_sat_s(value, i16x8.splat(64)), 7);
  const samples = i8x16.narrow_i16x8_u(rounded, rounded);
  if (count >= 8) {
    v128.store64_lane(out, samples, 0);
  } else {
    // What lies behind the end of a row may be drawn already: the next plane, for the last row of this one.
    v128.store64_lane(partialStore, samples, 0);
    memory.copy(out, partialStore, count);
  }
}

/** The eight samples of a texture from (u, v) on, in 1/128 of a level. */
@inline
function sampleEight(texture: usize, stride: v128, u: v128, v: v128, uFour: v128, vFour: v128): v128 {
  const u1 = i32x4.add(u, uFour), v1 = i32x4.add(v, vFour);
  return i16x8.narrow_i32x4_s(
    blendQuads(gatherQuads(texture, offsetsOf(u, v, stride)), weightsAcross(u), weightsDown(v)),
    blendQuads(gatherQuads(texture, offsetsOf(u1, v1, stride)), weightsAcross(u1), weightsDown(v1)),
  );
}

/**
 * Draws one cell of luma. With `alpha`, a texture of the same stride, the samples are premultiplied and are laid over
 * what the target holds; with `share` (Q15) they are mixed in; with neither (0) they replace it. `light` may be 0 too.
 */
function warpLumaCell(
  texture: usize, alpha: usize, share: i32, textureStride: i32,
  target: usize, targetStride: i32, columns: i32, rows: i32,
  upper: usize, gridStride: i32, upperLight: usize, shift: i32,
): void {
  const stride = i32x4.splat(textureStride);
  const lower = upper + (gridStride << 3);
  const u = load<i32>(upper), v = load<i32>(upper, 4);
  const uRow = perSample(u, load<i32>(lower), shift), vRow = perSample(v, load<i32>(lower, 4), shift);
  const uStep = perSample(u, load<i32>(upper, 8), shift), vStep = perSample(v, load<i32>(upper, 12), shift);
  const uTwist = perSample(uStep, perSample(load<i32>(lower), load<i32>(lower, 8), shift), shift);
  const vTwist = perSample(vStep, perSample(load<i32>(lower, 4), load<i32>(lower, 12), shift), shift);
  let uLine = ramp(u, uStep), vLine = ramp(v, vStep);
  let uFour = i32x4.splat(uStep << 2), vFour = i32x4.splat(vStep << 2);
  const uDown = ramp(uRow, uTwist), vDown = ramp(vRow, vTwist);
  const uFourDown = i32x4.splat(uTwist << 2), vFourDown = i32x4.splat(vTwist << 2);

  let lit = false;
  let kLine = i16x8.splat(0), kEight = i16x8.splat(0), kDown = i16x8.splat(0), kEightDown = i16x8.splat(0);
  if (upperLight != 0) {
    const lowerLight = upperLight + (gridStride << 2);
    // 4 more bits, because a step of less than one unit per sample must not be lost.
    const k = load<i32>(upperLight) << 4, kRight = load<i32>(upperLight, 4) << 4;
    const kLower = load<i32>(lowerLight) << 4, kLowerRight = load<i32>(lowerLight, 4) << 4;
    lit = (k | kRight | kLower | kLowerRight) != 0;
    const kStep = perSample(k, kRight, shift);
    const kTwist = perSample(kStep, perSample(kLower, kLowerRight, shift), shift);
    const lanes = i16x8(0, 1, 2, 3, 4, 5, 6, 7);
    kLine = i16x8.add(i16x8.splat(<i16>k), i16x8.mul(i16x8.splat(<i16>kStep), lanes));
    kEight = i16x8.splat(<i16>(kStep << 3));
    kDown = i16x8.add(i16x8.splat(<i16>perSample(k, kLower, shift)), i16x8.mul(i16x8.splat(<i16>kTwist), lanes));
    kEightDown = i16x8.splat(<i16>(kTwist << 3));
  }

  let line = target;
  for (let row = 0; row < rows; row++) {
    let u0 = uLine, v0 = vLine, amount = kLine;
    for (let x = 0; x < columns; x += 8) {
      let value = sampleEight(texture, stride, u0, v0, uFour, vFour);
      if (alpha != 0) {
        value = i16x8.add_sat_s(value, seenThrough(line + x, sampleEight(alpha, stride, u0, v0, uFour, vFour)));
      } else if (share != 0) {
        value = mixIn(line + x, value, share);
      }
      if (lit) {
        value = lift(value, i16x8.shr_s(amount, 4));
        amount = i16x8.add(amount, kEight);
      }
      storeRounded(line + x, value, columns - x);
      u0 = i32x4.add(u0, i32x4.shl(uFour, 1));
      v0 = i32x4.add(v0, i32x4.shl(vFour, 1));
    }
    line += targetStride;
    uLine = i32x4.add(uLine, uDown);
    vLine = i32x4.add(vLine, vDown);
    uFour = i32x4.add(uFour, uFourDown);
    vFour = i32x4.add(vFour, vFourDown);
    kLine = i16x8.add(kLine, kDown);
    kEight = i16x8.add(kEight, kEightDown);
  }
}

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

/** Draws one cell of both chroma planes; `alpha` and `share` as in `warpLumaCell`. Cells are 8 samples wide and high. */
function warpChromaCell(
  blueTexture: usize, redTexture: usize, alpha: usize, share: i32, textureStride: i32,
  blueTarget: usize, redTarget: usize, targetStride: i32, columns: i32, rows: i32,
  upper: usize, gridStride: i32,
): void {
  const shift = 3;
  const stride = i32x4.splat(textureStride);
  const lower = upper + (gridStride << 3);
  const u = load<i32>(upper), v = load<i32>(upper, 4);
  const uRow = perSample(u, load<i32>(lower), shift), vRow = perSample(v, load<i32>(lower, 4), shift);
  const uStep = perSample(u, load<i32>(upper, 8), shift), vStep = perSample(v, load<i32>(upper, 12), shift);
  const uTwist = perSample(uStep, perSample(load<i32>(lower), load<i32>(lower, 8), shift), shift);
  const vTwist = perSample(vStep, perSample(load<i32>(lower, 4), load<i32>(lower, 12), shift), shift);
  let u0 = ramp(u, uStep), v0 = ramp(v, vStep);
  let uFour = i32x4.splat(uStep << 2), vFour = i32x4.splat(vStep << 2);
  const uDown = ramp(uRow, uTwist), vDown = ramp(vRow, vTwist);
  const uFourDown = i32x4.splat(uTwist << 2), vFourDown = i32x4.splat(vTwist << 2);
  let offset: usize = 0;
  for (let row = 0; row < rows; row++) {
    const u1 = i32x4.add(u0, uFour), v1 = i32x4.add(v0, vFour);
    const near = offsetsOf(u0, v0, stride), far = offsetsOf(u1, v1, stride);
    const across0 = weightsAcross(u0), across1 = weightsAcross(u1);
    const down0 = weightsDown(v0), down1 = weightsDown(v1);
    let blue = i16x8.narrow_i32x4_s(
      blendQuads(gatherQuads(blueTexture, near), across0, down0),
      blendQuads(gatherQuads(blueTexture, far), across1, down1),
    );
    let red = i16x8.narrow_i32x4_s(
      blendQuads(gatherQuads(redTexture, near), across0, down0),
      blendQuads(gatherQuads(redTexture, far), across1, down1),
    );
    if (alpha != 0) {
      const opacity = i16x8.narrow_i32x4_s(
        blendQuads(gatherQuads(alpha, near), across0, down0),
        blendQuads(gatherQuads(alpha, far), across1, down1),
      );
      blue = i16x8.add_sat_s(blue, seenThrough(blueTarget + offset, opacity));
      red = i16x8.add_sat_s(red, seenThrough(redTarget + offset, opacity));
    } else if (share != 0) {
      blue = mixIn(blueTarget + offset, blue, share);
      red = mixIn(redTarget + offset, red, share);
    }
    storeRounded(blueTarget + offset, blue, columns);
    storeRounded(redTarget + offset, red, columns);
    offset += targetStride;
    u0 = i32x4.add(u0, uDown);
    v0 = i32x4.add(v0, vDown);
    uFour = i32x4.add(uFour, uFourDown);
    vFour = i32x4.add(vFour, vFourDown);
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
