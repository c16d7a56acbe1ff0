import type { Face } from '../seeing/face-mesh.ts';
import { boxBlur, smoothBlur } from './blur.ts';
import { greyOf } from './colour.ts';
import { guidedFilter } from './guided-filter.ts';
import {
  bilinear,
  clamp01,
  createPlane,
  halve,
  type Plane,
  planeLike,
  resizePlane,
  type RgbPicture,
  samplePlane,
  smoothstep,
} from './plane.ts';

/** A photo taken apart: people before a background that goes on behind them. Both planes of the photo's size. */
export interface Layers {
  /** How much of each pixel belongs to the people, 0 to 255. */
  readonly alpha: Uint8Array;
  /** The photo where nobody stands; behind people, what surrounds them, spread smoothly. */
  readonly background: RgbPicture;
}

/** The background is filled in this far beyond the people, in pixels at 768: as far as their edge is mixed with it. */
const beyond = 8;

/**
 * Takes a photo apart by a mask of its people (of any size). Drawn one over the other in their places both layers give
 * the photo: where the filled background differs so much that no mixture could, people count as more opaque.
 */
export function takeApart(photo: RgbPicture, people: Plane, faces: readonly Face[]): Layers {
  const half = halve(photo);
  const unit = Math.min(photo.width, photo.height) / 768;
  const alpha = outline(half, people, faces, unit);
  const hole = createHole(alpha, unit);
  const filled = fillHole(half, hole);
  const { width, height } = photo;
  const background = Uint8Array.from(photo.data);
  const opacity = new Uint8Array(width * height);
  const [columns, rows] = [halfway(width, half.width), halfway(height, half.height)];
  for (let y = 0, i = 0; y < height; y++) {
    const fy = rows.shares[y]!;
    for (let x = 0; x < width; x++, i++) {
      const from = rows.samples[y]! * half.width + columns.samples[x]!;
      const fx = columns.shares[x]!;
      const share = bilinear(hole.data, from, half.width, fx, fy);
      if (share < 1 / 255) continue;
      let least = 0;
      for (let k = 3 * i, channel = 0; channel < 3; k++, channel++) {
        const own = photo.data[k]!;
        const behind = own + (bilinear(filled[channel]!.data, from, half.width, fx, fy) - own) * share;
        background[k] = Math.round(behind);
        least = Math.max(least, own < behind ? 1 - own / behind : (own - behind) / (255 - behind + 1e-3));
      }
      const people = bilinear(alpha.data, from, half.width, fx, fy);
      opacity[i] = Math.round(255 * Math.max(people, Math.min(1, least)));
    }
  }
  return { alpha: opacity, background: { width, height, data: background } };
}

/** Where each of `size` samples lies between those of a plane of half the size: after which one, and how far after it. */
function halfway(size: number, half: number): { samples: Int32Array; shares: Float64Array } {
  const place = (k: number) => Math.min(Math.max((k + 0.5) / 2 - 0.5, 0), half - 1);
  const samples = Int32Array.from({ length: size }, (_, k) => Math.min(Math.floor(place(k)), half - 2));
  return { samples, shares: Float64Array.from(samples, (sample, k) => place(k) - sample) };
}

/** The mask with its edge on the edges of the picture, hair included. */
function outline(half: RgbPicture, people: Plane, faces: readonly Face[], unit: number): Plane {
  const seen = resizePlane(people, half);
  const rough = planeLike(half, (i) => smoothstep(0.25, 0.75, seen.data[i]!));
  const guide = planeLike(half, (i) => greyOf(half.data, 3 * i) / 255);
  const fine = guidedFilter(guide, rough, Math.max(2, Math.round(4.5 * unit)), 1e-3);
  const alpha = planeLike(half, (i) => smoothstep(0.08, 0.92, clamp01(fine.data[i]!)));
  for (const face of faces) makeSolid(alpha, face);
  return alpha;
}

/** A face is solid, whatever the mask says of glasses, hats and shadows. `alpha` has half the photo's size. */
function makeSolid({ data, width, height }: Plane, face: Face): void {
  const [cos, sin] = [Math.cos(face.angle), Math.sin(face.angle)];
  for (
    let y = Math.max(0, Math.floor((face.y - face.height) / 2));
    y < Math.min(height, (face.y + face.height) / 2);
    y++
  ) {
    for (
      let x = Math.max(0, Math.floor((face.x - face.width) / 2));
      x < Math.min(width, (face.x + face.width) / 2);
      x++
    ) {
      const [dx, dy] = [2 * x - face.x, 2 * y - face.y];
      const distance = Math.hypot((dx * cos + dy * sin) / face.width, (dy * cos - dx * sin) / face.height);
      const i = y * width + x;
      data[i] = Math.max(data[i]!, 1 - smoothstep(0.42, 0.5, distance));
    }
  }
}

/** 1 where people are or their edge is mixed in, falling to 0 around. */
function createHole(alpha: Plane, unit: number): Plane {
  const radius = Math.max(1, Math.round((beyond * unit) / 2));
  const near = boxBlur(
    planeLike(alpha, (i) => (alpha.data[i]! > 0.04 ? 1 : 0)),
    radius,
  );
  return smoothBlur(
    planeLike(near, (i) => (near.data[i]! > 1e-3 ? 1 : 0)),
    1,
  );
}

/** Spreads what surrounds a hole over it, from coarse to fine (push and pull); one plane a channel. */
function fillHole(picture: RgbPicture, hole: Plane): Plane[] {
  return [0, 1, 2].map((channel) => {
    const values = createPlane(hole.width, hole.height);
    const weights = createPlane(hole.width, hole.height);
    for (let i = 0; i < values.data.length; i++) {
      const weight = hole.data[i]! < 0.01 ? 1 : 0;
      weights.data[i] = weight;
      values.data[i] = weight * picture.data[3 * i + channel]!;
    }
    return pullPush(values, weights);
  });
}

/** Where `weights` is 0, values come from the same picture at half its size, and so on until there is no hole left. */
function pullPush(values: Plane, weights: Plane): Plane {
  const { width, height } = values;
  if (width <= 2 || height <= 2)
    return planeLike(values, (i) => values.data[i]! / Math.max(1e-6, weights.data[i]!));
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  const coarse = {
    values: createPlane(half.width, half.height),
    weights: createPlane(half.width, half.height),
  };
  for (let i = 0; i < values.data.length; i++) {
    const to = (Math.floor(i / width) >> 1) * half.width + ((i % width) >> 1);
    coarse.values.data[to]! += values.data[i]!;
    coarse.weights.data[to]! += weights.data[i]!;
  }
  for (let i = 0; i < coarse.weights.data.length; i++) {
    const excess = Math.max(1, coarse.weights.data[i]!);
    coarse.values.data[i]! /= excess;
    coarse.weights.data[i]! /= excess;
  }
  const below = pullPush(coarse.values, coarse.weights);
  return planeLike(values, (i) => {
    const weight = weights.data[i]!;
    if (weight >= 1) return values.data[i]!;
    const spread = samplePlane(below, ((i % width) - 0.5) / 2, (Math.floor(i / width) - 0.5) / 2);
    return values.data[i]! + (1 - weight) * spread;
  });
}
