import { blendAcross, blendDown, weightsOf } from './runs';

/**
 * Lifts the mid-tones of eight samples in 1/128 of a level; `amount` is in 1/175 of a level at mid-grey, 0 or more.
 * Black (16) and white (235) stay unchanged: the weight is 4 y (1 - y), with y from 0 to 1 between them.
 */
@inline
export function lift(value: v128, amount: v128): v128 {
  const aboveBlack = i16x8.sub(value, i16x8.splat(16 << 7)), belowWhite = i16x8.sub(i16x8.splat(235 << 7), value);
  // At mid-grey 4 * (109.5 * 128)^2 / 2^15 = 23981, so that an amount of 175 adds 128.
  const midness = i16x8.shl(i16x8.relaxed_q15mulr_s(aboveBlack, belowWhite), 2);
  return i16x8.add_sat_s(value, i16x8.relaxed_q15mulr_s(midness, amount));
}

/**
 * The samples `below` attenuated by what covers them: multiplied by 1 minus the alpha, which is eight samples in 1/128
 * of a level.
 */
@inline
export function seenThrough(below: usize, alpha: v128): v128 {
  const keep = i16x8.sub(i16x8.splat(255 << 7), alpha);
  // 255/255 in 1/128 of a level is 32640; adding its 256th part makes that 1 in Q15.
  const share = i16x8.add(keep, i16x8.shr_u(keep, 8));
  return i16x8.relaxed_q15mulr_s(i16x8.shl(v128.load8x8_u(below), 7), share);
}

/** Blends from the target's samples towards eight samples in 1/128 of a level, by a share in Q15. */
@inline
export function mixIn(below: usize, value: v128, share: i32): v128 {
  const old = i16x8.shl(v128.load8x8_u(below), 7);
  return i16x8.add(old, i16x8.relaxed_q15mulr_s(i16x8.sub(value, old), i16x8.splat(<i16>share)));
}

const partialStore = memory.data(8);

/** Writes up to eight samples given in 1/128 of a level. */
@inline
export function storeRounded(out: usize, value: v128, count: i32): void {
  const rounded = i16x8.shr_s(i16x8.add_sat_s(value, i16x8.splat(64)), 7);
  const samples = i8x16.narrow_i16x8_u(rounded, rounded);
  if (count >= 8) {
    v128.store64_lane(out, samples, 0);
  } else {
    // The memory past the end of a row may already be drawn: after the last row of a plane, it is the next plane.
    v128.store64_lane(partialStore, samples, 0);
    memory.copy(out, partialStore, count);
  }
}

/** Four lanes of `start + k * step`. */
@inline
function fourFrom(start: i32, step: i32): v128 {
  return i32x4.add(i32x4.splat(start), i32x4.mul(i32x4.splat(step), i32x4(0, 1, 2, 3)));
}

/** The byte offsets of the texels at four positions (u, v) in 16.16 texels. */
@inline
function offsetsOf(u: v128, v: v128, stride: v128): v128 {
  return i32x4.add(i32x4.dot_i16x8_s(i32x4.shr_s(v, 16), stride), i32x4.shr_s(u, 16));
}

/** The texels at eight offsets, each with its right neighbour. */
@inline
function gatherPairs(texture: usize, near: v128, far: v128): v128 {
  let pairs = v128.load16_splat(texture + i32x4.extract_lane(near, 0));
  pairs = v128.load16_lane(texture + i32x4.extract_lane(near, 1), pairs, 1);
  pairs = v128.load16_lane(texture + i32x4.extract_lane(near, 2), pairs, 2);
  pairs = v128.load16_lane(texture + i32x4.extract_lane(near, 3), pairs, 3);
  pairs = v128.load16_lane(texture + i32x4.extract_lane(far, 0), pairs, 4);
  pairs = v128.load16_lane(texture + i32x4.extract_lane(far, 1), pairs, 5);
  pairs = v128.load16_lane(texture + i32x4.extract_lane(far, 2), pairs, 6);
  return v128.load16_lane(texture + i32x4.extract_lane(far, 3), pairs, 7);
}

/** The fractions of eight 16.16 coordinates, in as many bits as `mask` has. */
@inline
function fractions(near: v128, far: v128, shift: i32, mask: i32): v128 {
  const kept = i32x4.splat(mask);
  return i16x8.narrow_i32x4_s(v128.and(i32x4.shr_u(near, shift), kept), v128.and(i32x4.shr_u(far, shift), kept));
}

/** Eight samples of a texture starting at (u, v), at any positions, in 1/128 of a level. */
export function sampleEight(texture: usize, textureStride: i32, u: i32, v: i32, uStep: i32, vStep: i32): v128 {
  const stride = i32x4.splat(textureStride);
  const u0 = fourFrom(u, uStep), v0 = fourFrom(v, vStep);
  const u1 = fourFrom(u + (uStep << 2), uStep), v1 = fourFrom(v + (vStep << 2), vStep);
  const near = offsetsOf(u0, v0, stride), far = offsetsOf(u1, v1, stride);
  const across = weightsOf(fractions(u0, u1, 10, 63));
  return blendDown(
    blendAcross(gatherPairs(texture, near, far), across),
    blendAcross(gatherPairs(texture + textureStride, near, far), across),
    fractions(v0, v1, 1, 32767),
  );
}
