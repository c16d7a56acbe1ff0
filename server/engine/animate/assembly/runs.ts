/**
 * Runs: eight samples along one row of texels, possibly continuing into the next row. Nearly all samples are runs where
 * a picture hardly rotates. Two loads for each row fetch all their neighbours, which a table lookup then sorts, whereas
 * `sampleEight` loads the neighbours of each sample separately; the coordinates of eight samples fit one register.
 * Results match `sampleEight` except for the last bits of the weights.
 *
 * Constants are read from memory, which takes one instruction; the compiler would assemble literals on every use.
 */
const lanes = memory.data<i16>([0, 1, 2, 3, 4, 5, 6, 7]);
/** Indices from 128 on select 0. */
const nearOnly = memory.data<u8>([0, 0, 0, 0, 0, 0, 0, 0, 128, 128, 128, 128, 128, 128, 128, 128]);
const farOnly = memory.data<u8>([128, 128, 128, 128, 128, 128, 128, 128, 0, 0, 0, 0, 0, 0, 0, 0]);
const neighbour = memory.data<i16>([256, 256, 256, 256, 256, 256, 256, 256]);
const sixtyFour = memory.data<i16>([64, 64, 64, 64, 64, 64, 64, 64]);
const mask6 = memory.data<i16>([63, 63, 63, 63, 63, 63, 63, 63]);
const mask15 = memory.data<i16>([32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]);
/** 128 levels, which texels are short of, in 1/64 of a level. */
const unsign = memory.data<i16>([8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192]);

/** Eight lanes that go on from `start` by `step`, both given in all lanes. */
@inline
export function ramp(start: v128, step: v128): v128 {
  return i16x8.add(start, i16x8.mul(step, v128.load(lanes)));
}

/**
 * The indices of the left and right texel of each sample, a byte each. `across` holds the samples' offsets from the
 * first one's texel, in 1/2048 texel.
 */
@inline
export function pairsAcross(across: v128): v128 {
  const left = i16x8.shr_u(across, 11);
  return i16x8.add(i16x8.add(left, i16x8.shl(left, 8)), v128.load(neighbour));
}

/** The `pairsAcross` of the first four samples; for the others, none. */
@inline
export function nearPairs(pairs: v128): v128 {
  return v128.or(pairs, v128.load(nearOnly));
}

/** The `pairsAcross` of the last four samples, relative to the texel `half`, given in all bytes; for the others, none. */
@inline
export function farPairs(pairs: v128, half: v128): v128 {
  return v128.or(i16x8.sub(pairs, half), v128.load(farOnly));
}

/** The weights (64 - f, f), a byte each, of the left and right texel for each of eight 6-bit fractions. */
@inline
export function weightsOf(fractions: v128): v128 {
  return i16x8.add(i16x8.sub(i16x8.shl(fractions, 8), fractions), v128.load(sixtyFour));
}

/** The weights of the left and right texel for eight `across`, see `pairsAcross`. */
@inline
export function weightsAcross(across: v128): v128 {
  return weightsOf(v128.and(i16x8.shr_u(across, 5), v128.load(mask6)));
}

/** The mean of the left and right texel of eight samples, in 1/64 of a level. */
@inline
export function blendAcross(pairs: v128, weights: v128): v128 {
  // All weights are below 128, so the relaxed instruction gives the same result on every machine.
  return i16x8.relaxed_dot_i8x16_i7x16_s(pairs, weights);
}

/** The mean of eight upper and lower samples in 1/64 of a level, by the lower one's weight (Q15): in 1/128 of a level. */
@inline
export function blendDown(upper: v128, lower: v128, down: v128): v128 {
  const mean = i16x8.add(upper, i16x8.relaxed_q15mulr_s(i16x8.sub(lower, upper), down));
  return i16x8.shl(i16x8.add(mean, v128.load(unsign)), 1);
}

/** The samples of a run in one row of texels, in 1/64 of a level. */
@inline
function sampleRow(texels: usize, half: i32, near: v128, far: v128, weights: v128): v128 {
  // No index is from 16 to 127, so the relaxed instruction gives the same result on every machine.
  const pairs = v128.or(
    i8x16.relaxed_swizzle(v128.load(texels), near), i8x16.relaxed_swizzle(v128.load(texels + half), far),
  );
  return blendAcross(pairs, weights);
}

/** The eight samples of a run between two rows, the upper one starting at `texels`, in 1/128 of a level. */
@inline
export function sampleRun(
  texels: usize, stride: i32, half: i32, near: v128, far: v128, weights: v128, down: v128,
): v128 {
  const upper = sampleRow(texels, half, near, far, weights);
  return blendDown(upper, sampleRow(texels + stride, half, near, far, weights), down);
}

/**
 * Like `sampleRun`, for a run of which the samples set in the mask `below` lie one row further down. `down` counts from
 * the first sample's row: outside it, lanes have overflowed.
 */
@inline
export function sampleTwoRows(
  texels: usize, stride: i32, half: i32, below: v128, near: v128, far: v128, weights: v128, down: v128,
): v128 {
  const first = sampleRow(texels, half, near, far, weights);
  const second = sampleRow(texels + stride, half, near, far, weights);
  const third = sampleRow(texels + 2 * stride, half, near, far, weights);
  // Masks have all bits of a lane or none, so the relaxed instruction gives the same result on every machine.
  const upper = i16x8.relaxed_laneselect(second, first, below), lower = i16x8.relaxed_laneselect(third, second, below);
  return blendDown(upper, lower, v128.and(down, v128.load(mask15)));
}
