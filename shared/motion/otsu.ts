import type { Plane } from './plane.ts';

const bins = 64;

export interface Split {
  /** The value that best separates the samples into low and high. */
  readonly threshold: number;
  /** Share of the variance explained by the split: near 1 for two clear groups, about 0.6 for an even spread. */
  readonly clarity: number;
}

/** Otsu's threshold (A threshold selection method from gray-level histograms, 1979) of values in 0 to 1. */
export function otsuSplit(plane: Plane): Split {
  const histogram = new Float64Array(bins);
  for (const value of plane.data) histogram[Math.min(bins - 1, Math.max(0, Math.floor(value * bins)))]! += 1;
  const count = plane.data.length;
  let mean = 0;
  let square = 0;
  for (let k = 0; k < bins; k++) {
    mean += (k * histogram[k]!) / count;
    square += (k * k * histogram[k]!) / count;
  }
  const variance = square - mean * mean;
  let best = 0;
  let threshold = 0.5;
  let lowCount = 0;
  let lowSum = 0;
  for (let k = 0; k < bins - 1; k++) {
    lowCount += histogram[k]!;
    lowSum += k * histogram[k]!;
    const low = lowCount / count;
    if (low === 0 || low === 1) continue;
    const between = (mean * low - lowSum / count) ** 2 / (low * (1 - low));
    if (between <= best) continue;
    best = between;
    threshold = (k + 1) / bins;
  }
  return { threshold, clarity: variance > 0 ? best / variance : 0 };
}
