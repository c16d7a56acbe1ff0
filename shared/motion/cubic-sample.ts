import type { Plane } from './plane.ts';

const across = new Float64Array(4);
const down = new Float64Array(4);

/** Catmull-Rom samples of planes of one size; positions beyond the edge repeat the outermost samples. */
export function cubicSamples(planes: readonly Plane[], x: number, y: number, out: Float64Array): void {
  const { width, height } = planes[0]!;
  const left = Math.floor(x);
  const top = Math.floor(y);
  setCubicWeights(across, x - left);
  setCubicWeights(down, y - top);
  const a = clampIndex(left - 1, width);
  const b = clampIndex(left, width);
  const c = clampIndex(left + 1, width);
  const d = clampIndex(left + 2, width);
  for (let k = 0; k < planes.length; k++) {
    const { data } = planes[k]!;
    let sum = 0;
    for (let j = 0; j < 4; j++) {
      const row = clampIndex(top - 1 + j, height) * width;
      const line =
        across[0]! * data[row + a]! +
        across[1]! * data[row + b]! +
        across[2]! * data[row + c]! +
        across[3]! * data[row + d]!;
      sum += down[j]! * line;
    }
    out[k] = sum;
  }
}

/** Clamps an index to the range of `count` samples. */
export function clampIndex(index: number, count: number): number {
  return index < 0 ? 0 : index >= count ? count - 1 : index;
}

/**
 * The weights of the four samples around a position that is `t` (0 to 1) past the second: Catmull-Rom, which is cubic
 * convolution with a = -0.5 (Keys, 1981).
 */
export function setCubicWeights(weights: Float64Array, t: number): void {
  const tt = t * t;
  const ttt = tt * t;
  weights[0] = -0.5 * ttt + tt - 0.5 * t;
  weights[1] = 1.5 * ttt - 2.5 * tt + 1;
  weights[2] = -1.5 * ttt + 2 * tt + 0.5 * t;
  weights[3] = 0.5 * ttt - 0.5 * tt;
}
