import { blendQuads, gatherQuads, lift, mixIn, offsetsOf, perSample, ramp, sampleEight, seenThrough, storeRounded, weightsAcross, weightsDown } from './sampling';

/**
 * Draws one cell of luma. With `alpha`, a texture of the same stride, the samples are premultiplied and are laid over
 * what the target holds; with `share` (Q15) they are mixed in; with neither (0) they replace it. `light` may be 0 too.
 */
export function warpLumaCell(
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

/** Draws one cell of both chroma planes; `alpha` and `share` as in `warpLumaCell`. Cells are 8 samples wide and high. */
export function warpChromaCell(
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
