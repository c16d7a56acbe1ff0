/**
 * Runs: eight samples along one row of texels, possibly continuing into the next row. Nearly all samples are runs where
 * a picture hardly rotates. Two loads fetch all their neighbours, which a table lookup then sorts, whereas
 * `sampleEight` loads the neighbours of each sample separately; the fractions of eight coordinates fit one register.
 * Results match `sampleEight` except for the last bit.
 *
 * Constants are read from memory, which takes one instruction; the compiler would assemble literals on every use.
 */
const lanes = memory.data<i16>([0, 1, 2, 3, 4, 5, 6, 7]);
const nearLanes = memory.data<u8>([0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6]);
const farLanes = memory.data<u8>([8, 8, 8, 8, 10, 10, 10, 10, 12, 12, 12, 12, 14, 14, 14, 14]);
const quad = memory.data<u8>([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
const sixtyFour = memory.data<i16>([64, 64, 64, 64, 64, 64, 64, 64]);
const mask7 = memory.data<i16>([127, 127, 127, 127, 127, 127, 127, 127]);
const one7 = memory.data<i16>([128, 128, 128, 128, 128, 128, 128, 128]);
const unsign = memory.data<i32>([1048608, 1048608, 1048608, 1048608]);

/**
 * Whether eight samples from u on, in 16.16 texels, are a run: each half spans at most eight texels, all in two rows.
 */
@inline
export function isRun(u: i32, uStep: i32, vStep: i32): bool {
  const first = runStart(u), step = runStep(uStep), fifth = (first + (step << 2)) >> 11;
  // At most 8000 / 65536 of a row per step, up or down.
  return step >= 0 && <u32>(vStep + 8000) <= 16000
    && first + 3 * step < 7 * 2048 && ((first + 7 * step) >> 11) - fifth <= 6;
}

/** Whether a run continues into another row. */
@inline
export function changesRow(v: i32, vStep: i32): bool {
  return ((v ^ (v + 7 * vStep)) >>> 16) != 0;
}

/** A mask with all bits set for those samples of a run that lie in the row after its first sample's. */
@inline
export function afterRow(v: i32, vStep: i32): v128 {
  const along = rampEight(v, vStep), first = i16x8.splat(<i16>v);
  return vStep > 0 ? i16x8.lt_u(along, first) : i16x8.gt_u(along, first);
}

/** The offset of a run's start from its texel, in 1/2048 texel: eight of these fit 16 bits. */
@inline
function runStart(u: i32): i32 {
  return (u >> 5) & 2047;
}

@inline
function runStep(uStep: i32): i32 {
  return uStep >> 5;
}

/** Eight lanes of `start + k * step`. */
@inline
export function rampEight(start: i32, step: i32): v128 {
  return i16x8.add(i16x8.splat(<i16>start), i16x8.mul(i16x8.splat(<i16>step), v128.load(lanes)));
}

/** The offset of each sample of a run from the texel where the run starts, in 1/2048 texel. */
@inline
export function runAcross(u: i32, uStep: i32): v128 {
  return rampEight(runStart(u), runStep(uStep));
}

/** Bytes from the texel where a run starts to the texel where its second half starts. */
@inline
export function runHalf(u: i32, uStep: i32): i32 {
  return ((runStart(u) + (runStep(uStep) << 2)) >> 11) << 1;
}

/** The weights of the upper and lower texel (64 - f, f), a byte each, for each sample of a run. */
@inline
export function runDown(v: i32, vStep: i32): v128 {
  const f = i16x8.shr_u(rampEight(v, vStep), 10);
  return i16x8.add(i16x8.sub(i16x8.shl(f, 8), f), v128.load(sixtyFour));
}

/** The 7-bit fractions of a run's coordinates. */
@inline
export function runFraction(across: v128): v128 {
  return v128.and(i16x8.shr_u(across, 4), v128.load(mask7));
}

/** Byte indices, relative to the texel where a run starts, of the quads of its first half. */
@inline
export function nearQuads(across: v128): v128 {
  const bytes = i16x8.shl(i16x8.shr_u(across, 11), 1);
  return i8x16.add(i8x16.relaxed_swizzle(bytes, v128.load(nearLanes)), v128.load(quad));
}

/** Like `nearQuads`, for the second half, which starts `half` bytes later. */
@inline
export function farQuads(across: v128, half: i32): v128 {
  const bytes = i16x8.sub(i16x8.shl(i16x8.shr_u(across, 11), 1), i16x8.splat(<i16>half));
  return i8x16.add(i8x16.relaxed_swizzle(bytes, v128.load(farLanes)), v128.load(quad));
}

/** The first four of eight 16-bit values, each twice. */
@inline
export function nearTwice(eight: v128): v128 {
  return i8x16.shuffle(eight, eight, 0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7);
}

/** The last four of eight 16-bit values, each twice. */
@inline
export function farTwice(eight: v128): v128 {
  return i8x16.shuffle(eight, eight, 8, 9, 8, 9, 10, 11, 10, 11, 12, 13, 12, 13, 14, 15, 14, 15);
}

/** Interleaved weights (128 - f, f) for the first four of eight fractions. */
@inline
export function nearAcross(f: v128): v128 {
  const rest = i16x8.sub(v128.load(one7), f);
  return i8x16.shuffle(rest, f, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
}

/** Interleaved weights (128 - f, f) for the last four of eight fractions. */
@inline
export function farAcross(f: v128): v128 {
  const rest = i16x8.sub(v128.load(one7), f);
  return i8x16.shuffle(rest, f, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
}

/** Bilinear mean of four quads, in 1/128 of a level. */
@inline
function blendFour(quads: v128, down: v128, across: v128): v128 {
  // All weights are below 128 and all indices below 16, so relaxed instructions give the same result on every machine.
  const columns = i16x8.relaxed_dot_i8x16_i7x16_s(quads, down);
  // Texels are level - 128, and the weights sum to 64 * 128: this adds back 128 levels plus half a unit for rounding.
  return i32x4.shr_s(i32x4.add(i32x4.dot_i16x8_s(columns, across), v128.load(unsign)), 6);
}

/** The eight samples of a run within one row, starting at `texels`, in 1/128 of a level. */
@inline
export function sampleRun(
  texels: usize, half: i32, quads0: v128, quads1: v128, down0: v128, down1: v128, across0: v128, across1: v128,
): v128 {
  return i16x8.narrow_i32x4_s(
    blendFour(i8x16.relaxed_swizzle(v128.load(texels), quads0), down0, across0),
    blendFour(i8x16.relaxed_swizzle(v128.load(texels + half), quads1), down1, across1),
  );
}

/** Like `sampleRun`, for a run that continues `stride` bytes later for the samples set in the mask `after`. */
export function sampleTwoRows(
  texels: usize, half: i32, stride: i32, after: v128,
  quads0: v128, quads1: v128, down0: v128, down1: v128, across0: v128, across1: v128,
): v128 {
  const next = texels + stride;
  const near = v128.bitselect(
    i8x16.relaxed_swizzle(v128.load(next), quads0), i8x16.relaxed_swizzle(v128.load(texels), quads0), nearTwice(after),
  );
  const far = v128.bitselect(
    i8x16.relaxed_swizzle(v128.load(next + half), quads1), i8x16.relaxed_swizzle(v128.load(texels + half), quads1),
    farTwice(after),
  );
  return i16x8.narrow_i32x4_s(blendFour(near, down0, across0), blendFour(far, down1, across1));
}
