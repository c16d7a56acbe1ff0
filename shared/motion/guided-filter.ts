import { boxBlur } from './blur.ts';
import { createPlane, type Plane } from './plane.ts';

/**
 * Smooths `input` while aligning its edges with those of `guide` (He, Sun, Tang: Guided Image Filtering, 2013). Both
 * have the same size; `guide` ranges from 0 to 1. `epsilon` is the variance in the guide that counts as an edge.
 */
export function guidedFilter(guide: Plane, input: Plane, radius: number, epsilon: number): Plane {
  const g = guide.data;
  const { data } = input;
  const meanGuide = boxBlur(guide, radius).data;
  const meanInput = boxBlur(input, radius).data;
  const product = createPlane(guide.width, guide.height);
  for (let i = 0; i < g.length; i++) product.data[i] = g[i]! * data[i]!;
  const meanProduct = boxBlur(product, radius).data;
  for (let i = 0; i < g.length; i++) product.data[i] = g[i]! * g[i]!;
  const meanSquare = boxBlur(product, radius).data;
  // Planes are large, so those no longer needed are reused.
  const slope = product;
  const offset = createPlane(guide.width, guide.height);
  for (let i = 0; i < g.length; i++) {
    const covariance = meanProduct[i]! - meanGuide[i]! * meanInput[i]!;
    const variance = meanSquare[i]! - meanGuide[i]! * meanGuide[i]!;
    slope.data[i] = covariance / (variance + epsilon);
    offset.data[i] = meanInput[i]! - slope.data[i]! * meanGuide[i]!;
  }
  const meanSlope = boxBlur(slope, radius).data;
  const filtered = boxBlur(offset, radius);
  for (let i = 0; i < g.length; i++) filtered.data[i] = meanSlope[i]! * g[i]! + filtered.data[i]!;
  return filtered;
}
