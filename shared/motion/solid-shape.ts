import { floodFrom } from './flood.ts';
import { type Plane, planeLike } from './plane.ts';

/** Parts smaller than this share of the largest are dropped. */
const minShare = 0.2;

/** Simplifies a mask to its large parts, without holes. `weight` is each sample's contribution to a part's size. */
export function solidShape(mask: Plane, weight: Plane): Plane {
  const { width, height, data } = mask;
  const partOf = new Int32Array(data.length).fill(-1);
  const sizes: number[] = [];
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 1 && partOf[i] === -1) sizes.push(labelPart(mask, weight, i, sizes.length, partOf));
  }
  const enough = minShare * Math.max(0, ...sizes);
  const kept = planeLike(mask, (i) => ((sizes[partOf[i]!] ?? -1) >= enough ? 1 : 0));
  const rim: number[] = [];
  // A gap at the bottom edge belongs to the subject.
  for (let x = 0; x < width; x++) rim.push(x);
  for (let y = 1; y < height; y++) rim.push(y * width, y * width + width - 1);
  const isOutside = (i: number): boolean => kept.data[i] === 0;
  const outside = floodFrom(rim.filter(isOutside), width, height, isOutside);
  return planeLike(mask, (i) => (outside[i] === 1 ? 0 : 1));
}

/** Labels the part that `start` belongs to and returns its size. */
function labelPart(mask: Plane, weight: Plane, start: number, label: number, partOf: Int32Array): number {
  const { width, data } = mask;
  const pending = [start];
  partOf[start] = label;
  let size = 0;
  for (let i = pending.pop(); i !== undefined; i = pending.pop()) {
    size += 0.2 + weight.data[i]!;
    const neighbours = [i - width, i + width, i % width > 0 ? i - 1 : -1, i % width < width - 1 ? i + 1 : -1];
    for (const k of neighbours) {
      if (data[k] !== 1 || partOf[k] !== -1) continue;
      partOf[k] = label;
      pending.push(k);
    }
  }
  return size;
}
