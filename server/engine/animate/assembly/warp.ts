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

/**
 * Draws the luma of a frame: bilinear samples of a texture of `pairRows` at coordinates interpolated over a grid.
 *
 * `grid` holds pairs of i32 (u, v) in 16.16 texels, one for every 16 samples, `gridStride` pairs per row, with one row
 * and column more than the cells need. `light` holds one i32 per vertex: what `lift` does there, up to 2047.
 */
export function warpLuma(
  texture: usize, textureStride: i32,
  target: usize, targetStride: i32, width: i32, height: i32,
  grid: usize, gridStride: i32, light: usize,
): void {
  const shift = 4, cell = 16;
  const stride = i32x4.splat(textureStride);
  for (let top = 0; top < height; top += cell) {
    const rows = min(cell, height - top);
    for (let left = 0; left < width; left += cell) {
      const columns = min(cell, width - left);
      const vertex = (top >> shift) * gridStride + (left >> shift);
      const upper = grid + (vertex << 3), lower = upper + (gridStride << 3);
      const u = load<i32>(upper), v = load<i32>(upper, 4);
      const uRow = perSample(u, load<i32>(lower), shift), vRow = perSample(v, load<i32>(lower, 4), shift);
      const uStep = perSample(u, load<i32>(upper, 8), shift), vStep = perSample(v, load<i32>(upper, 12), shift);
      const uTwist = perSample(uStep, perSample(load<i32>(lower), load<i32>(lower, 8), shift), shift);
      const vTwist = perSample(vStep, perSample(load<i32>(lower, 4), load<i32>(lower, 12), shift), shift);
      let uLine = ramp(u, uStep), vLine = ramp(v, vStep);
      let uFour = i32x4.splat(uStep << 2), vFour = i32x4.splat(vStep << 2);
      const uDown = ramp(uRow, uTwist), vDown = ramp(vRow, vTwist);
      const uFourDown = i32x4.splat(uTwist << 2), vFourDown = i32x4.splat(vTwist << 2);

      const upperLight = light + (vertex << 2), lowerLight = upperLight + (gridStride << 2);
      // 4 more bits, because a step of less than one unit per sample must not be lost.
      const k = load<i32>(upperLight) << 4, kRight = load<i32>(upperLight, 4) << 4;
      const kLower = load<i32>(lowerLight) << 4, kLowerRight = load<i32>(lowerLight, 4) << 4;
      const lit = (k | kRight | kLower | kLowerRight) != 0;
      const kStep = perSample(k, kRight, shift);
      const kTwist = perSample(kStep, perSample(kLower, kLowerRight, shift), shift);
      const lanes = i16x8(0, 1, 2, 3, 4, 5, 6, 7);
      let kLine = i16x8.add(i16x8.splat(<i16>k), i16x8.mul(i16x8.splat(<i16>kStep), lanes));
      let kEight = i16x8.splat(<i16>(kStep << 3));
      const kDown = i16x8.add(i16x8.splat(<i16>perSample(k, kLower, shift)), i16x8.mul(i16x8.splat(<i16>kTwist), lanes));
      const kEightDown = i16x8.splat(<i16>(kTwist << 3));

      let line = target + top * targetStride + left;
      for (let row = 0; row < rows; row++) {
        let u0 = uLine, v0 = vLine, amount = kLine;
        for (let x = 0; x < columns; x += 8) {
          const u1 = i32x4.add(u0, uFour), v1 = i32x4.add(v0, vFour);
          let value = i16x8.narrow_i32x4_s(
            blendQuads(gatherQuads(texture, offsetsOf(u0, v0, stride)), weightsAcross(u0), weightsDown(v0)),
            blendQuads(gatherQuads(texture, offsetsOf(u1, v1, stride)), weightsAcross(u1), weightsDown(v1)),
          );
          if (lit) {
            value = lift(value, i16x8.shr_s(amount, 4));
            amount = i16x8.add(amount, kEight);
          }
          storeRounded(line + x, value, columns - x);
          u0 = i32x4.add(u1, uFour);
          v0 = i32x4.add(v1, vFour);
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
  const shift = 3, cell = 8;
  const stride = i32x4.splat(textureStride);
  for (let top = 0; top < height; top += cell) {
    const rows = min(cell, height - top);
    for (let left = 0; left < width; left += cell) {
      const columns = width - left;
      const upper = grid + (((top >> shift) * gridStride + (left >> shift)) << 3), lower = upper + (gridStride << 3);
      const u = load<i32>(upper), v = load<i32>(upper, 4);
      const uRow = perSample(u, load<i32>(lower), shift), vRow = perSample(v, load<i32>(lower, 4), shift);
      const uStep = perSample(u, load<i32>(upper, 8), shift), vStep = perSample(v, load<i32>(upper, 12), shift);
      const uTwist = perSample(uStep, perSample(load<i32>(lower), load<i32>(lower, 8), shift), shift);
      const vTwist = perSample(vStep, perSample(load<i32>(lower, 4), load<i32>(lower, 12), shift), shift);
      let u0 = ramp(u, uStep), v0 = ramp(v, vStep);
      let uFour = i32x4.splat(uStep << 2), vFour = i32x4.splat(vStep << 2);
      const uDown = ramp(uRow, uTwist), vDown = ramp(vRow, vTwist);
      const uFourDown = i32x4.splat(uTwist << 2), vFourDown = i32x4.splat(vTwist << 2);
      let offset: usize = top * targetStride + left;
      for (let row = 0; row < rows; row++) {
        const u1 = i32x4.add(u0, uFour), v1 = i32x4.add(v0, vFour);
        const near = offsetsOf(u0, v0, stride), far = offsetsOf(u1, v1, stride);
        const across0 = weightsAcross(u0), across1 = weightsAcross(u1);
        const down0 = weightsDown(v0), down1 = weightsDown(v1);
        storeRounded(blueTarget + offset, i16x8.narrow_i32x4_s(
          blendQuads(gatherQuads(blueTexture, near), across0, down0),
          blendQuads(gatherQuads(blueTexture, far), across1, down1),
        ), columns);
        storeRounded(redTarget + offset, i16x8.narrow_i32x4_s(
          blendQuads(gatherQuads(redTexture, near), across0, down0),
          blendQuads(gatherQuads(redTexture, far), across1, down1),
        ), columns);
        offset += targetStride;
        u0 = i32x4.add(u0, uDown);
        v0 = i32x4.add(v0, vDown);
        uFour = i32x4.add(uFour, uFourDown);
        vFour = i32x4.add(vFour, vFourDown);
      }
    }
  }
}
