import { farPairs, nearPairs, pairsAcross, ramp, sampleRun, sampleTwoRows, weightsAcross } from './runs';
import { lift, mixIn, sampleEight, seenThrough, storeRounded } from './sampling';

/**
 * Spans: eight samples of a row, between two vertices. What all samples of a span share is computed for four spans at
 * once, into lists of 32-bit values at fixed addresses, from which it is loaded into all lanes.
 */

/** Room for the vertices of 2048 samples, and for SIMD writes past the end. */
const listBytes = 1056;

/** A row's vertices in 16.16 texels: a list of u, then one of v. */
export const nearVertices = memory.data(2 * listBytes);
export const farVertices = memory.data(2 * listBytes);
/** The light at each vertex in 1/16 units of `lift`, and its change per sample. */
const lightStarts = memory.data(listBytes);
const lightSteps = memory.data(listBytes);

/** What kind of span it is: 0 for a run within one row of texels, more than 0 for one in two, less for no run. */
const kinds = memory.data(listBytes);
/** Bytes from the texture's origin to the first texel of a run, in the upper row. */
const offsets = memory.data(listBytes);
/** The offset of the first sample from its texel, and from sample to sample, in 1/2048 texel: eight fit 16 bits. */
const acrossStarts = memory.data(listBytes);
const acrossSteps = memory.data(listBytes);
/** The weight (Q15) of the row below the first sample's, and its change per sample. */
const downStarts = memory.data(listBytes);
const downSteps = memory.data(listBytes);
/** Texels from the first to the fifth sample; and the same in each of two bytes. */
const halves = memory.data(listBytes);
const halfPairs = memory.data(listBytes);

/**
 * Interpolates a list between the grid rows above and below a row: `count` 32-bit values at `upper` and, `stride` bytes
 * further on, those below, for vertices 2^shift samples apart (3 or 4); `row` counts from 0 to 2^shift - 1. The result
 * is for vertices 8 samples apart.
 */
function interpolateList(upper: usize, stride: i32, row: i32, shift: i32, count: i32, out: usize): void {
  const share = i32x4.splat(row);
  if (shift == 3) {
    for (let i = 0; i < count << 2; i += 16) v128.store(out + i, between(upper + i, stride, share, 3));
    return;
  }
  for (let i = 0; i < count << 2; i += 16) {
    const left = between(upper + i, stride, share, 4), right = between(upper + i + 4, stride, share, 4);
    const middle = i32x4.shr_s(i32x4.add(left, right), 1);
    v128.store(out + 2 * i, v128.shuffle<i32>(left, middle, 0, 4, 1, 5));
    v128.store(out + 2 * i, v128.shuffle<i32>(left, middle, 2, 6, 3, 7), 16);
  }
}

@inline
function between(upper: usize, stride: i32, share: v128, shift: i32): v128 {
  const above = v128.load(upper);
  return i32x4.add(above, i32x4.shr_s(i32x4.mul(i32x4.sub(v128.load(upper + stride), above), share), shift));
}

/**
 * Interpolates the vertices of a row of samples from its grid: `gridStride` values of u per row, and those of v
 * `planeBytes` further on. See `interpolateList`.
 */
export function interpolateVertices(
  grid: usize, gridStride: i32, planeBytes: i32, y: i32, shift: i32, vertices: usize,
): void {
  const upper = grid + (y >> shift) * (gridStride << 2), row = y & ((1 << shift) - 1);
  interpolateList(upper, gridStride << 2, row, shift, gridStride, vertices);
  interpolateList(upper + planeBytes, gridStride << 2, row, shift, gridStride, vertices + listBytes);
}

/** Interpolates the light of a row of samples, one value per vertex. Returns whether there is any. */
export function interpolateLight(light: usize, gridStride: i32, y: i32, shift: i32): bool {
  const upper = light + (y >> shift) * (gridStride << 2), row = y & ((1 << shift) - 1);
  interpolateList(upper, gridStride << 2, row, shift, gridStride, lightStarts);
  let any = i32x4.splat(0);
  const spans = (gridStride - 1) << (shift - 3);
  for (let i = 0; i < spans << 2; i += 16) {
    const left = v128.load(lightStarts + i);
    v128.store(lightSteps + i, i32x4.shl(i32x4.sub(v128.load(lightStarts + i, 4), left), 1));
    // 4 extra bits, so that a step of less than one unit per sample isn't lost.
    v128.store(lightStarts + i, i32x4.shl(left, 4));
    any = v128.or(any, left);
  }
  return v128.any_true(any);
}

/** Fills the lists for the spans `from` to `end` of a row, whose first sample is between the first two vertices. */
function planSpans(vertices: usize, textureStride: i32, from: i32, end: i32): void {
  const stride = i32x4.splat(textureStride);
  for (let i = from << 2; i < end << 2; i += 16) {
    const at = vertices + i;
    const u = v128.load(at), uStep = i32x4.shr_s(i32x4.sub(v128.load(at, 4), u), 3);
    const v = v128.load(at, listBytes), vStep = i32x4.shr_s(i32x4.sub(v128.load(at, listBytes + 4), v), 3);
    const start = v128.and(i32x4.shr_s(u, 5), i32x4.splat(2047)), step = i32x4.shr_s(uStep, 5);
    const vLast = i32x4.add(v, i32x4.sub(i32x4.shl(vStep, 3), vStep));
    const half = i32x4.shr_s(i32x4.add(start, i32x4.shl(step, 2)), 11);
    // At most 4 texels, and 8000 / 65536 of a row up or down, per sample: then it lies in two rows at most.
    const wanders = v128.or(
      i32x4.gt_u(step, i32x4.splat(4 * 2048)), i32x4.gt_u(i32x4.add(vStep, i32x4.splat(8000)), i32x4.splat(16000)),
    );
    v128.store(kinds + i, v128.or(i32x4.shr_u(v128.xor(v, vLast), 16), wanders));
    const upper = i32x4.shr_s(i32x4.min_s(v, vLast), 16);
    v128.store(offsets + i, i32x4.add(i32x4.mul(upper, stride), i32x4.shr_s(u, 16)));
    v128.store(acrossStarts + i, start);
    v128.store(acrossSteps + i, step);
    v128.store(downStarts + i, i32x4.shr_u(v128.and(v, i32x4.splat(65535)), 1));
    v128.store(downSteps + i, i32x4.shr_s(vStep, 1));
    v128.store(halves + i, half);
    v128.store(halfPairs + i, v128.or(half, i32x4.shl(half, 8)));
  }
}

/**
 * Draws spans of a row of one plane, or of two that share coordinates and stride (`other`; 0 if there is none). With
 * `alpha`, a texture of the same stride, the samples are premultiplied and composited over the target; with `share`
 * (Q15) they are mixed in; with neither (0) they replace it. `lit`: whether to add light, to one plane only.
 */
@inline
function drawSpans(
  texture: usize, other: usize, alpha: usize, share: i32, stride: i32,
  target: usize, otherTarget: usize, width: i32, from: i32, end: i32, vertices: usize, lit: bool,
): void {
  planSpans(vertices, stride, from, end);
  for (let span = from; span < end; span++) {
    const i: usize = span << 2, out = target + (span << 3), otherOut = otherTarget + (span << 3);
    const kind = load<i32>(kinds + i), count = width - (span << 3);
    let value: v128, otherValue = i16x8.splat(0), opacity = i16x8.splat(0);
    if (kind >= 0) {
      const across = ramp(v128.load16_splat(acrossStarts + i), v128.load16_splat(acrossSteps + i));
      const pairs = pairsAcross(across), near = nearPairs(pairs), far = farPairs(pairs, v128.load16_splat(halfPairs + i));
      const weights = weightsAcross(across), half = load<i32>(halves + i), offset = load<i32>(offsets + i);
      const downStep = v128.load16_splat(downSteps + i), down = ramp(v128.load16_splat(downStarts + i), downStep);
      if (kind == 0) {
        value = sampleRun(texture + offset, stride, half, near, far, weights, down);
        if (other != 0) otherValue = sampleRun(other + offset, stride, half, near, far, weights, down);
        if (alpha != 0) opacity = sampleRun(alpha + offset, stride, half, near, far, weights, down);
      } else {
        const below = i16x8.shr_s(v128.xor(down, downStep), 15);
        value = sampleTwoRows(texture + offset, stride, half, below, near, far, weights, down);
        if (other != 0) otherValue = sampleTwoRows(other + offset, stride, half, below, near, far, weights, down);
        if (alpha != 0) opacity = sampleTwoRows(alpha + offset, stride, half, below, near, far, weights, down);
      }
    } else {
      value = sampleAnywhere(texture, stride, vertices + i);
      if (other != 0) otherValue = sampleAnywhere(other, stride, vertices + i);
      if (alpha != 0) opacity = sampleAnywhere(alpha, stride, vertices + i);
    }
    value = combine(value, out, alpha, opacity, share);
    if (lit && (load<i32>(lightStarts + i) | load<i32>(lightSteps + i)) != 0) {
      const light = ramp(v128.load16_splat(lightStarts + i), v128.load16_splat(lightSteps + i));
      value = lift(value, i16x8.shr_s(light, 4));
    }
    storeRounded(out, value, count);
    if (other != 0) storeRounded(otherOut, combine(otherValue, otherOut, alpha, opacity, share), count);
  }
}

/** Samples over, mixed into or instead of those at `out`, see `drawSpans`. */
@inline
function combine(value: v128, out: usize, alpha: usize, opacity: v128, share: i32): v128 {
  if (alpha != 0) return i16x8.add_sat_s(value, seenThrough(out, opacity));
  return share != 0 ? mixIn(out, value, share) : value;
}

/** The samples of a span that is no run, from its first vertex on. */
function sampleAnywhere(texture: usize, textureStride: i32, vertex: usize): v128 {
  const u = load<i32>(vertex), v = load<i32>(vertex, listBytes);
  return sampleEight(
    texture, textureStride, u, v, (load<i32>(vertex, 4) - u) >> 3, (load<i32>(vertex, listBytes + 4) - v) >> 3,
  );
}

/**
 * Draws the spans `from` to `end` of a row of luma. `target` is the row's first sample; `vertices` is the list of
 * `interpolateVertices`. A function for each way to draw, with the other ways compiled out: one that handled all of
 * them would be too large for the registers.
 */
export function drawLuma(
  texture: usize, textureStride: i32,
  target: usize, width: i32, from: i32, end: i32, vertices: usize, lit: bool,
): void {
  drawSpans(texture, 0, 0, 0, textureStride, target, 0, width, from, end, vertices, lit);
}

/** Like `drawLuma`, mixed into the target by a share in Q15. */
export function mixLuma(
  texture: usize, share: i32, textureStride: i32,
  target: usize, width: i32, from: i32, end: i32, vertices: usize, lit: bool,
): void {
  drawSpans(texture, 0, 0, share, textureStride, target, 0, width, from, end, vertices, lit);
}

/** Like `drawLuma`, composited over the target by the texture's alpha. */
export function overlayLuma(
  texture: usize, alpha: usize, textureStride: i32,
  target: usize, width: i32, from: i32, end: i32, vertices: usize, lit: bool,
): void {
  drawSpans(texture, 0, alpha, 0, textureStride, target, 0, width, from, end, vertices, lit);
}

/** Draws the spans `from` to `end` of a row of both chroma planes, see `drawLuma`. */
export function drawChroma(
  blueTexture: usize, redTexture: usize, textureStride: i32,
  blueTarget: usize, redTarget: usize, width: i32, from: i32, end: i32, vertices: usize,
): void {
  drawSpans(blueTexture, redTexture, 0, 0, textureStride, blueTarget, redTarget, width, from, end, vertices, false);
}

/** Like `drawChroma`, mixed into the targets by a share in Q15. */
export function mixChroma(
  blueTexture: usize, redTexture: usize, share: i32, textureStride: i32,
  blueTarget: usize, redTarget: usize, width: i32, from: i32, end: i32, vertices: usize,
): void {
  drawSpans(blueTexture, redTexture, 0, share, textureStride, blueTarget, redTarget, width, from, end, vertices, false);
}

/** Like `drawChroma`, composited over the targets by the textures' alpha. */
export function overlayChroma(
  blueTexture: usize, redTexture: usize, alpha: usize, textureStride: i32,
  blueTarget: usize, redTarget: usize, width: i32, from: i32, end: i32, vertices: usize,
): void {
  drawSpans(blueTexture, redTexture, alpha, 0, textureStride, blueTarget, redTarget, width, from, end, vertices, false);
}
