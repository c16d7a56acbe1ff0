import { smoothBlur } from './blur.ts';
import type { LabPicture } from './colour.ts';
import { createPlane, type Plane, planeLike, quantile } from './plane.ts';

const passes = 3;
const diagonal = Math.SQRT2;

/** The strength of colour changes around each sample (difference in L*a*b* per sample), minus the picture's noise. */
export function edgeStrength(picture: LabPicture): Plane {
  const channels = [picture.lightness, picture.a, picture.b].map((plane) => smoothBlur(plane, 1));
  const { width, height } = picture.lightness;
  const change = planeLike(picture.lightness, (i) => {
    const x = i % width;
    const y = Math.floor(i / width);
    const left = x > 0 ? i - 1 : i;
    const right = x < width - 1 ? i + 1 : i;
    const above = y > 0 ? i - width : i;
    const below = y < height - 1 ? i + width : i;
    let sum = 0;
    for (const { data } of channels)
      sum += (data[right]! - data[left]!) ** 2 + (data[below]! - data[above]!) ** 2;
    return Math.sqrt(sum);
  });
  const noise = quantile(change, 0.4);
  return planeLike(change, (i) => Math.max(0, change.data[i]! - noise));
}

/**
 * Geodesic distance of every sample to the nearest seed: the smallest sum of edges along a path to a seed (Wei et al.:
 * Geodesic Saliency Using Background Priors, 2012; raster-scan approximation). This keeps a person together by their
 * outline even if the face has the tone of the wall behind it.
 */
export function edgeDistance(edges: Plane, isSeed: (index: number) => boolean): Plane {
  const { width, height, data } = edges;
  const distance = createPlane(width, height);
  const d = distance.data;
  for (let i = 0; i < d.length; i++) d[i] = isSeed(i) ? 0 : Number.POSITIVE_INFINITY;
  const relax = (i: number, neighbour: number, length: number): void => {
    const candidate = d[neighbour]! + (length * (data[i]! + data[neighbour]!)) / 2;
    if (candidate < d[i]!) d[i] = candidate;
  };
  const sweep = (y: number, x: number, step: 1 | -1): void => {
    const i = y * width + x;
    const before = i - step * width;
    const inside = y - step >= 0 && y - step < height;
    if (x - step >= 0 && x - step < width) relax(i, i - step, 1);
    if (!inside) return;
    relax(i, before, 1);
    if (x > 0) relax(i, before - 1, diagonal);
    if (x < width - 1) relax(i, before + 1, diagonal);
  };
  for (let pass = 0; pass < passes; pass++) {
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) sweep(y, x, 1);
    for (let y = height - 1; y >= 0; y--) for (let x = width - 1; x >= 0; x--) sweep(y, x, -1);
  }
  return distance;
}
