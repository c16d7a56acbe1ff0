import { boxBlur } from './blur.ts';
import { type Plane, planeLike } from './plane.ts';

/**
 * Smooths `input` but lets its edges follow those of `guide` (He, Sun, Tang: Guided Image Filtering, 2013).
 * Both have the same size; `guide` is in 0 to 1. `epsilon` is the variance in the guide that counts as an edge.
 */
export function guidedFilter(guide: Plane, input: Plane, radius: number, epsilon: number): Plane {
  const g = guide.data;
  const meanGuide = boxBlur(guide, radius).data;
  const meanInput = boxBlur(input, radius).data;
  const meanProduct = boxBlur(
    planeLike(guide, (i) => g[i]! * input.data[i]!),
    radius,
  ).data;
  const meanSquare = boxBlur(
    planeLike(guide, (i) => g[i]! * g[i]!),
    radius,
  ).data;
  const slope = planeLike(guide, (i) => {
    const covariance = meanProduct[i]! - meanGuide[i]! * meanInput[i]!;
    const variance = meanSquare[i]! - meanGuide[i]! * meanGuide[i]!;
    return covariance / (variance + epsilon);
  });
  const offset = planeLike(guide, (i) => meanInput[i]! - slope.data[i]! * meanGuide[i]!);
  const meanSlope = boxBlur(slope, radius).data;
  const meanOffset = boxBlur(offset, radius).data;
  return planeLike(guide, (i) => meanSlope[i]! * g[i]! + meanOffset[i]!);
}
