/** Two neighbouring texels at each of four places, as eight 16-bit numbers. */
@inline
function gatherPairs(a: usize, b: usize, c: usize, d: usize): v128 {
  let pairs = v128.load16_lane(a, i64x2.splat(0), 0);
  pairs = v128.load16_lane(b, pairs, 1);
  pairs = v128.load16_lane(c, pairs, 2);
  pairs = v128.load16_lane(d, pairs, 3);
  return i16x8.extend_low_i8x16_u(pairs);
}

/** The 7-bit fraction of four 16.16 coordinates. */
@inline
function fraction(coordinate: v128): v128 {
  return v128.and(i32x4.shr_u(coordinate, 9), i32x4.splat(127));
}

/** Weights (128 - f, f) beside each other, ready for a pairwise dot product. */
@inline
function pairWeights(f: v128): v128 {
  return v128.or(i32x4.sub(i32x4.splat(128), f), i32x4.shl(f, 16));
}

/** Byte offset of four texels. */
@inline
function texelOffsets(u: v128, v: v128, stride: v128): v128 {
  return i32x4.add(i32x4.dot_i16x8_s(i32x4.shr_s(v, 16), stride), i32x4.shr_s(u, 16));
}

/**
 * Draws one plane of a frame: bilinear samples of a doubled texture at coordinates interpolated over a grid.
 *
 * `grid` holds pairs of i32 (u, v) in 16.16 texels, one for every (1 << cellShift) samples, `gridStride` pairs per row,
 * with one row and column more than the cells need. `light`, if not 0, holds one i32 per vertex: how much a mid-grey
 * is lifted there, in 1/256 of a level; black and white are left alone (the weight is 4 y (1 - y)).
 * Cells are drawn from right to left because the last store of a row runs up to 7 samples over into the next one.
 */
export function warpPlane(
  texture: usize, textureStride: i32,
  target: usize, targetStride: i32, width: i32, height: i32,
  grid: usize, gridStride: i32, cellShift: i32, light: usize,
): void {
  const cell = 1 << cellShift;
  const strideVector = i32x4.splat(textureStride);
  const lanes = i32x4(0, 1, 2, 3);
  const lanes8 = i16x8(0, 1, 2, 3, 4, 5, 6, 7);
  for (let top = 0, gridRow = 0; top < height; top += cell, gridRow++) {
    const rows = min(cell, height - top);
    for (let gridColumn = (width - 1) >> cellShift; gridColumn >= 0; gridColumn--) {
      const left = gridColumn << cellShift;
      const columns = min(cell, width - left);
      const vertex = gridRow * gridStride + gridColumn;
      const upper = grid + (vertex << 3), lower = upper + (gridStride << 3);
      let uLeft = load<i32>(upper), vLeft = load<i32>(upper, 4);
      let uRight = load<i32>(upper, 8), vRight = load<i32>(upper, 12);
      const uLeftStep = (load<i32>(lower) - uLeft) >> cellShift, vLeftStep = (load<i32>(lower, 4) - vLeft) >> cellShift;
      const uRightStep = (load<i32>(lower, 8) - uRight) >> cellShift, vRightStep = (load<i32>(lower, 12) - vRight) >> cellShift;
      let kLeft = 0, kRight = 0, kLeftStep = 0, kRightStep = 0, lit = false;
      if (light) {
        const upperLight = light + (vertex << 2), lowerLight = upperLight + (gridStride << 2);
        kLeft = load<i32>(upperLight);
        kRight = load<i32>(upperLight, 4);
        const kLowerLeft = load<i32>(lowerLight), kLowerRight = load<i32>(lowerLight, 4);
        lit = (kLeft | kRight | kLowerLeft | kLowerRight) != 0;
        // 6 more bits, because a step of less than one unit per sample must not be lost.
        kLeft <<= 6;
        kRight <<= 6;
        kLeftStep = ((kLowerLeft << 6) - kLeft) >> cellShift;
        kRightStep = ((kLowerRight << 6) - kRight) >> cellShift;
      }
      for (let y = 0; y < rows; y++) {
        const uStep = (uRight - uLeft) >> cellShift, vStep = (vRight - vLeft) >> cellShift;
        const kStep = (kRight - kLeft) >> cellShift;
        let u0 = i32x4.add(i32x4.splat(uLeft), i32x4.mul(i32x4.splat(uStep), lanes));
        let v0 = i32x4.add(i32x4.splat(vLeft), i32x4.mul(i32x4.splat(vStep), lanes));
        const uStep4 = i32x4.splat(uStep << 2), vStep4 = i32x4.splat(vStep << 2);
        let out = target + (top + y) * targetStride + left;
        for (let x = 0; x < columns; x += 8) {
          const u1 = i32x4.add(u0, uStep4), v1 = i32x4.add(v0, vStep4);
          const near = texelOffsets(u0, v0, strideVector), far = texelOffsets(u1, v1, strideVector);
          const n0: usize = texture + i32x4.extract_lane(near, 0), n1: usize = texture + i32x4.extract_lane(near, 1);
          const n2: usize = texture + i32x4.extract_lane(near, 2), n3: usize = texture + i32x4.extract_lane(near, 3);
          const f0: usize = texture + i32x4.extract_lane(far, 0), f1: usize = texture + i32x4.extract_lane(far, 1);
          const f2: usize = texture + i32x4.extract_lane(far, 2), f3: usize = texture + i32x4.extract_lane(far, 3);
          const nearWeights = pairWeights(fraction(u0)), farWeights = pairWeights(fraction(u1));
          const above = i16x8.narrow_i32x4_s(
            i32x4.dot_i16x8_s(gatherPairs(n0, n1, n2, n3), nearWeights),
            i32x4.dot_i16x8_s(gatherPairs(f0, f1, f2, f3), farWeights),
          );
          const s = textureStride;
          const below = i16x8.narrow_i32x4_s(
            i32x4.dot_i16x8_s(gatherPairs(n0 + s, n1 + s, n2 + s, n3 + s), nearWeights),
            i32x4.dot_i16x8_s(gatherPairs(f0 + s, f1 + s, f2 + s, f3 + s), farWeights),
          );
          const vertical = i16x8.shl(i16x8.narrow_i32x4_s(fraction(v0), fraction(v1)), 8);
          // From here a sample is in 1/128 of a level.
          let value = i16x8.add(above, i16x8.q15mulr_sat_s(i16x8.sub(below, above), vertical));
          if (lit) {
            const amount = i16x8.add(
              i16x8.splat(<i16>((kLeft + kStep * x) >> 6)),
              i16x8.shr_s(i16x8.mul(i16x8.splat(<i16>kStep), lanes8), 6),
            );
            // Twice y (1 - y), not four times: at mid-grey that is half of the 16-bit range, and `amount` is in half units.
            const midness = i16x8.shl(i16x8.q15mulr_sat_s(value, i16x8.sub(i16x8.splat(32767), value)), 1);
            value = i16x8.add_sat_s(value, i16x8.q15mulr_sat_s(midness, amount));
          }
          value = i16x8.shr_s(i16x8.add_sat_s(value, i16x8.splat(64)), 7);
          v128.store64_lane(out, i8x16.narrow_i16x8_u(value, value), 0);
          out += 8;
          u0 = i32x4.add(u1, uStep4);
          v0 = i32x4.add(v1, vStep4);
        }
        uLeft += uLeftStep;
        vLeft += vLeftStep;
        uRight += uRightStep;
        vRight += vRightStep;
        kLeft += kLeftStep;
        kRight += kRightStep;
      }
    }
  }
}
