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
  const [red, green, blue] = filled;
  for (let y = 0, i = 0; y < height; y++) {
    const fy = rows.shares[y]!;
    const line = rows.samples[y]! * half.width;
    for (let x = 0; x < width; x++, i++) {
      const from = line + columns.samples[x]!;
      // Most of a picture lies outside of the hole, and all of a sample's neighbours with it.
      if (isZero(hole.data, from, half.width)) continue;
      const fx = columns.shares[x]!;
      const share = bilinear(hole.data, from, half.width, fx, fy);
      if (share < 1 / 255) continue;
      const k = 3 * i;
      const people = bilinear(alpha.data, from, half.width, fx, fy);
      const least = Math.max(
        fillIn(photo.data, k, bilinear(red.data, from, half.width, fx, fy), share, background),
        fillIn(photo.data, k + 1, bilinear(green.data, from, half.width, fx, fy), share, background),
        fillIn(photo.data, k + 2, bilinear(blue.data, from, half.width, fx, fy), share, background),
      );
      opacity[i] = Math.round(255 * Math.max(people, Math.min(1, least)));
    }
  }
  return { alpha: opacity, background: { width, height, data: background } };
}

/** Whether the sample at `i`, the one right of it and the two below them are all 0, where rows are `width` apart. */
function isZero(data: Float32Array, i: number, width: number): boolean {
  return data[i] === 0 && data[i + 1] === 0 && data[i + width] === 0 && data[i + width + 1] === 0;
}

/** Mixes `share` of what was filled in into one channel of the background; answers how opaque people are at least there. */
function fillIn(photo: Uint8Array, k: number, filled: number, share: number, background: Uint8Array): number {
  const own = photo[k]!;
  const behind = own + (filled - own) * share;
  background[k] = Math.round(behind);
  return own < behind ? 1 - own / behind : (own - behind) / (255 - behind + 1e-3);
}

/** Where each of `size` samples lies between those of a plane of half the size: after which one, and how far after it. */
function halfway(size: number, half: number): { samples: Int32Array; shares: Float64Array } {
  const place = (k: number) => Math.min(Math.max((k + 0.5) / 2 - 0.5, 0), half - 1);
  const samples = Int32Array.from({ length: size }, (_, k) => Math.min(Math.floor(place(k)), half - 2));
  return { samples, shares: Float64Array.from(samples, (sample, k) => place(k) - sample) };
}

/** The mask with its edge on the edges of the picture, hair included. */
function outline(half: RgbPicture, people: Plane, faces: readonly Face[], unit: number): Plane {
  const rough = resizePlane(people, half);
  const guide = createPlane(half.width, half.height);
  for (let i = 0; i < rough.data.length; i++) {
    rough.data[i] = smoothstep(0.25, 0.75, rough.data[i]!);
    guide.data[i] = greyOf(half.data, 3 * i) / 255;
  }
  const alpha = guidedFilter(guide, rough, Math.max(2, Math.round(4.5 * unit)), 1e-3);
  for (let i = 0; i < alpha.data.length; i++) alpha.data[i] = smoothstep(0.08, 0.92, clamp01(alpha.data[i]!));
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
  const people = createPlane(alpha.width, alpha.height);
  for (let i = 0; i < people.data.length; i++) people.data[i] = alpha.data[i]! > 0.04 ? 1 : 0;
  const near = boxBlur(people, radius);
  for (let i = 0; i < near.data.length; i++) near.data[i] = near.data[i]! > 1e-3 ? 1 : 0;
  return smoothBlur(near, 1);
}

/** Spreads what surrounds a hole over it, from coarse to fine (push and pull); one plane a channel. */
function fillHole(picture: RgbPicture, hole: Plane): [Plane, Plane, Plane] {
  const weights = createPlane(hole.width, hole.height);
  for (let i = 0; i < weights.data.length; i++) weights.data[i] = hole.data[i]! < 0.01 ? 1 : 0;
  const pyramid = weightsOf(weights);
  const fill = (channel: number): Plane => {
    const values = createPlane(hole.width, hole.height);
    for (let i = 0; i < values.data.length; i++)
      values.data[i] = weights.data[i]! * picture.data[3 * i + channel]!;
    return pullPush(values, pyramid);
  };
  return [fill(0), fill(1), fill(2)];
}

/** How much is known at one size: 1 or more where everything is. */
interface Level {
  /** Never above 1. */
  readonly weights: Plane;
  /** What the half-sized values have to be divided by; null at the coarsest. */
  readonly excess: Float32Array | null;
  readonly below: Level | null;
}

/** Adds up weights from size to half the size, for all channels at once. */
function weightsOf(weights: Plane): Level {
  const { width, height } = weights;
  if (width <= 2 || height <= 2) return { weights, excess: null, below: null };
  const coarse = halfSums(weights);
  const excess = coarse.data.map((weight) => Math.max(1, weight));
  for (let i = 0; i < excess.length; i++) coarse.data[i]! /= excess[i]!;
  return { weights, excess, below: weightsOf(coarse) };
}

/** Where weights are 0, values come from the same picture at half its size, and so on until there is no hole left. In place. */
function pullPush(values: Plane, { weights, excess, below }: Level): Plane {
  const { width, height, data } = values;
  if (!excess || !below) {
    for (let i = 0; i < data.length; i++) data[i]! /= Math.max(1e-6, weights.data[i]!);
    return values;
  }
  const coarse = halfSums(values);
  for (let i = 0; i < excess.length; i++) coarse.data[i]! /= excess[i]!;
  const spread = pullPush(coarse, below);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const weight = weights.data[i]!;
      if (weight < 1) data[i]! += (1 - weight) * samplePlane(spread, (x - 0.5) / 2, (y - 0.5) / 2);
    }
  }
  return values;
}

/** A plane at half its size, rounded up, each value the sum of four. */
function halfSums({ data, width, height }: Plane): Plane {
  const half = createPlane((width + 1) >> 1, (height + 1) >> 1);
  for (let y = 0, i = 0; y < height; y++) {
    const line = (y >> 1) * half.width;
    for (let x = 0; x < width; x++, i++) half.data[line + (x >> 1)]! += data[i]!;
  }
  return half;
}
