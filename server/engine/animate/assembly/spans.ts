import {
  afterRow, changesRow, farAcross, farQuads, farTwice, isRun, nearAcross, nearQuads, nearTwice, rampEight, runAcross,
  runDown, runFraction, runHalf, sampleRun, sampleTwoRows,
} from './runs';
import { lift, mixIn, sampleEight, seenThrough, storeRounded } from './sampling';

/** The change of a coordinate or of light per sample between neighbouring vertices: 1 / 2^shift of the difference. */
@inline
function perSample(from: i32, to: i32, shift: i32): i32 {
  return (to - from) >> shift;
}

/**
 * Interpolates the vertices of one row of samples from the grid rows above and below it: `count` 32-bit values at
 * `upper` and, `stride` bytes further on, those below; `row` counts from 0 to 2^shift - 1.
 */
export function interpolateRow(upper: usize, stride: i32, row: i32, shift: i32, count: i32, out: usize): void {
  const share = i32x4.splat(row);
  for (let i = 0; i < count << 2; i += 16) {
    const above = v128.load(upper + i);
    const way = i32x4.mul(i32x4.sub(v128.load(upper + stride + i), above), share);
    v128.store(out + i, i32x4.add(above, i32x4.shr_s(way, shift)));
  }
}

/**
 * Draws one row of a luma cell between two `vertices` of `interpolateRow`. With `alpha`, a texture of the same stride,
 * the samples are premultiplied and composited over the target; with `share` (Q15) they are mixed in; with neither (0)
 * they replace it. `light` also points at two interpolated vertices, or is 0.
 */
@inline
function drawLumaSpan(
  texture: usize, alpha: usize, share: i32, textureStride: i32,
  target: usize, columns: i32, vertices: usize, light: usize, shift: i32,
): void {
  let u = load<i32>(vertices), v = load<i32>(vertices, 4);
  const uStep = perSample(u, load<i32>(vertices, 8), shift), vStep = perSample(v, load<i32>(vertices, 12), shift);
  let k = 0, kNext = 0;
  if (light != 0) {
    // 4 extra bits, so that a step of less than one unit per sample isn't lost.
    k = load<i32>(light) << 4;
    kNext = load<i32>(light, 4) << 4;
  }
  const lit = (k | kNext) != 0, kStep = perSample(k, kNext, shift);
  for (let x = 0; x < columns; x += 8) {
    let value: v128, opacity = i16x8.splat(0);
    if (isRun(u, uStep, vStep)) {
      const at: usize = (v >> 16) * textureStride + ((u >> 16) << 1), half = runHalf(u, uStep);
      const across = runAcross(u, uStep), f = runFraction(across), down = runDown(v, vStep);
      const quads0 = nearQuads(across), down0 = nearTwice(down), across0 = nearAcross(f);
      const quads1 = farQuads(across, half), down1 = farTwice(down), across1 = farAcross(f);
      if (changesRow(v, vStep)) {
        const after = afterRow(v, vStep), stride = vStep > 0 ? textureStride : -textureStride;
        value = sampleTwoRows(texture + at, half, stride, after, quads0, quads1, down0, down1, across0, across1);
        if (alpha != 0) opacity = sampleTwoRows(alpha + at, half, stride, after, quads0, quads1, down0, down1, across0, across1);
      } else {
        value = sampleRun(texture + at, half, quads0, quads1, down0, down1, across0, across1);
        if (alpha != 0) opacity = sampleRun(alpha + at, half, quads0, quads1, down0, down1, across0, across1);
      }
    } else {
      value = sampleEight(texture, textureStride, u, v, uStep, vStep);
      if (alpha != 0) opacity = sampleEight(alpha, textureStride, u, v, uStep, vStep);
    }
    if (alpha != 0) value = i16x8.add_sat_s(value, seenThrough(target + x, opacity));
    else if (share != 0) value = mixIn(target + x, value, share);
    if (lit) {
      value = lift(value, i16x8.shr_s(rampEight(k, kStep), 4));
      k += kStep << 3;
    }
    storeRounded(target + x, value, columns - x);
    u += uStep << 3;
    v += vStep << 3;
  }
}

/** Draws one row of a cell of both chroma planes, at most eight samples; otherwise like `drawLumaSpan`. */
@inline
function drawChromaSpan(
  blueTexture: usize, redTexture: usize, alpha: usize, share: i32, textureStride: i32,
  blueTarget: usize, redTarget: usize, columns: i32, vertices: usize,
): void {
  const u = load<i32>(vertices), v = load<i32>(vertices, 4);
  const uStep = perSample(u, load<i32>(vertices, 8), 3), vStep = perSample(v, load<i32>(vertices, 12), 3);
  let blue: v128, red: v128, opacity = i16x8.splat(0);
  if (isRun(u, uStep, vStep)) {
    const at: usize = (v >> 16) * textureStride + ((u >> 16) << 1), half = runHalf(u, uStep);
    const across = runAcross(u, uStep), f = runFraction(across), down = runDown(v, vStep);
    const quads0 = nearQuads(across), down0 = nearTwice(down), across0 = nearAcross(f);
    const quads1 = farQuads(across, half), down1 = farTwice(down), across1 = farAcross(f);
    if (changesRow(v, vStep)) {
      const after = afterRow(v, vStep), stride = vStep > 0 ? textureStride : -textureStride;
      blue = sampleTwoRows(blueTexture + at, half, stride, after, quads0, quads1, down0, down1, across0, across1);
      red = sampleTwoRows(redTexture + at, half, stride, after, quads0, quads1, down0, down1, across0, across1);
      if (alpha != 0) opacity = sampleTwoRows(alpha + at, half, stride, after, quads0, quads1, down0, down1, across0, across1);
    } else {
      blue = sampleRun(blueTexture + at, half, quads0, quads1, down0, down1, across0, across1);
      red = sampleRun(redTexture + at, half, quads0, quads1, down0, down1, across0, across1);
      if (alpha != 0) opacity = sampleRun(alpha + at, half, quads0, quads1, down0, down1, across0, across1);
    }
  } else {
    blue = sampleEight(blueTexture, textureStride, u, v, uStep, vStep);
    red = sampleEight(redTexture, textureStride, u, v, uStep, vStep);
    if (alpha != 0) opacity = sampleEight(alpha, textureStride, u, v, uStep, vStep);
  }
  if (alpha != 0) {
    blue = i16x8.add_sat_s(blue, seenThrough(blueTarget, opacity));
    red = i16x8.add_sat_s(red, seenThrough(redTarget, opacity));
  } else if (share != 0) {
    blue = mixIn(blueTarget, blue, share);
    red = mixIn(redTarget, red, share);
  }
  storeRounded(blueTarget, blue, columns);
  storeRounded(redTarget, red, columns);
}

@inline
function forLumaCells(
  texture: usize, alpha: usize, share: i32, textureStride: i32, target: usize, cell: i32, end: i32,
  vertices: usize, light: usize, shift: i32,
): void {
  for (let left = cell << shift; left < end; left += 1 << shift) {
    const at: usize = left >> shift, columns = min(1 << shift, end - left), lit = light != 0 ? light + (at << 2) : 0;
    drawLumaSpan(texture, alpha, share, textureStride, target + left, columns, vertices + (at << 3), lit, shift);
  }
}

/**
 * Draws one row of luma cells: from the cell with this index to the column `end`. `target` is the row's first sample,
 * `vertices` and `light` (or 0) are rows of `interpolateRow`. A function for each way to draw, with the other ways
 * compiled out: one that handled all of them would be too large for the registers.
 */
export function drawLuma(
  texture: usize, textureStride: i32, target: usize, cell: i32, end: i32, vertices: usize, light: usize, shift: i32,
): void {
  forLumaCells(texture, 0, 0, textureStride, target, cell, end, vertices, light, shift);
}

/** Like `drawLuma`, mixed into the target by a share in Q15. */
export function mixLuma(
  texture: usize, share: i32, textureStride: i32, target: usize, cell: i32, end: i32,
  vertices: usize, light: usize, shift: i32,
): void {
  forLumaCells(texture, 0, share, textureStride, target, cell, end, vertices, light, shift);
}

/** Like `drawLuma`, composited over the target by the texture's alpha. */
export function overlayLuma(
  texture: usize, alpha: usize, textureStride: i32, target: usize, cell: i32, end: i32,
  vertices: usize, light: usize, shift: i32,
): void {
  forLumaCells(texture, alpha, 0, textureStride, target, cell, end, vertices, light, shift);
}

@inline
function forChromaCells(
  blueTexture: usize, redTexture: usize, alpha: usize, share: i32, textureStride: i32,
  blueTarget: usize, redTarget: usize, cell: i32, end: i32, vertices: usize,
): void {
  for (let left = cell << 3; left < end; left += 8) {
    const blue = blueTarget + left, red = redTarget + left;
    drawChromaSpan(blueTexture, redTexture, alpha, share, textureStride, blue, red, end - left, vertices + left);
  }
}

/** Draws one row of cells of both chroma planes: from the cell with this index to the column `end`. */
export function drawChroma(
  blueTexture: usize, redTexture: usize, textureStride: i32,
  blueTarget: usize, redTarget: usize, cell: i32, end: i32, vertices: usize,
): void {
  forChromaCells(blueTexture, redTexture, 0, 0, textureStride, blueTarget, redTarget, cell, end, vertices);
}

/** Like `drawChroma`, mixed into the targets by a share in Q15. */
export function mixChroma(
  blueTexture: usize, redTexture: usize, share: i32, textureStride: i32,
  blueTarget: usize, redTarget: usize, cell: i32, end: i32, vertices: usize,
): void {
  forChromaCells(blueTexture, redTexture, 0, share, textureStride, blueTarget, redTarget, cell, end, vertices);
}

/** Like `drawChroma`, composited over the targets by the textures' alpha. */
export function overlayChroma(
  blueTexture: usize, redTexture: usize, alpha: usize, textureStride: i32,
  blueTarget: usize, redTarget: usize, cell: i32, end: i32, vertices: usize,
): void {
  forChromaCells(blueTexture, redTexture, alpha, 0, textureStride, blueTarget, redTarget, cell, end, vertices);
}
