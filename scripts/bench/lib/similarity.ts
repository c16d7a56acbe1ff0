import type { FrameSize } from '#shared/motion/frame-size.ts';

const block = 8;
const brightnessConstant = (0.01 * 255) ** 2;
const contrastConstant = (0.03 * 255) ** 2;

/** Mean SSIM of two luma planes over blocks of 8x8 (Wang et al.: Image quality assessment, 2004). 1 if they are equal. */
export function ssim(a: Uint8Array, b: Uint8Array, { width, height }: FrameSize): number {
  let sum = 0;
  let count = 0;
  for (let top = 0; top + block <= height; top += block) {
    for (let left = 0; left + block <= width; left += block) {
      sum += blockSsim(a, b, top * width + left, width);
      count++;
    }
  }
  return sum / count;
}

function blockSsim(a: Uint8Array, b: Uint8Array, start: number, width: number): number {
  let sumA = 0;
  let sumB = 0;
  let squareA = 0;
  let squareB = 0;
  let product = 0;
  for (let y = 0; y < block; y++) {
    for (let i = start + y * width; i < start + y * width + block; i++) {
      const p = a[i]!;
      const q = b[i]!;
      sumA += p;
      sumB += q;
      squareA += p * p;
      squareB += q * q;
      product += p * q;
    }
  }
  const n = block * block;
  const meanA = sumA / n;
  const meanB = sumB / n;
  const varianceA = squareA / n - meanA * meanA;
  const varianceB = squareB / n - meanB * meanB;
  const covariance = product / n - meanA * meanB;
  const brightness =
    (2 * meanA * meanB + brightnessConstant) / (meanA ** 2 + meanB ** 2 + brightnessConstant);
  const structure = (2 * covariance + contrastConstant) / (varianceA + varianceB + contrastConstant);
  return brightness * structure;
}

/** Peak signal-to-noise ratio of two 8-bit planes in dB. */
export function psnr(a: Uint8Array, b: Uint8Array): number {
  let squares = 0;
  for (let i = 0; i < a.length; i++) squares += (a[i]! - b[i]!) ** 2;
  return 10 * Math.log10((255 * 255 * a.length) / squares);
}

export interface LoopClosure {
  /** SSIM of the last and the first frame. */
  readonly seam: number;
  /** Mean SSIM of the pairs of adjacent frames on both sides of the seam. */
  readonly neighbours: number;
}

/** The similarity of the frames around the seam of a loop; uses `pairs` pairs of adjacent frames on each side. */
export function loopClosure(frames: readonly Uint8Array[], size: FrameSize, pairs = 5): LoopClosure {
  const alike = (n: number, m: number): number => ssim(frames[n]!, frames[m]!, size);
  const last = frames.length - 1;
  let sum = 0;
  for (let k = 0; k < pairs; k++) sum += alike(k, k + 1) + alike(last - k - 1, last - k);
  return { seam: alike(last, 0), neighbours: sum / (2 * pairs) };
}
