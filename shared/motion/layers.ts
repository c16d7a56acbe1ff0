import type { Face } from '../vision/face-mesh.ts';
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

/** A photo split into people and the background that continues behind them. Both planes have the photo's size. */
export interface Layers {
  /** How much of each pixel belongs to the people, 0 to 255. */
  readonly alpha: Uint8Array;
  /** The photo where there are no people; behind people, their surroundings, spread smoothly. */
  readonly background: RgbPicture;
}

/** Where people cover this much of a pixel, what is behind them is filled in entirely. */
const covered = 0.35;
/**
 * Levels by which the background may miss what is filled in. Where a channel is near 0 or 255, one level would count as
 * much more opacity than the eye sees: sparkles.
 */
const slack = 6;
/** How far beyond the people the background may be filled in, in pixels at 768: hair that their mask does not show. */
const beyond = 7;
/** The outer part of what is filled in continues its surroundings, with structure and grain: in pixels at 768. */
const structured = { from: 16, to: 42 } as const;

/**
 * Splits a photo by a mask of its people (of any size). Composited without motion, both layers reproduce the photo:
 * where the filled background differs too much for any blend to do so, people count as more opaque.
 */
export function splitLayers(photo: RgbPicture, people: Plane, faces: readonly Face[]): Layers {
  const half = halve(photo);
  const unit = Math.min(photo.width, photo.height) / 768;
  const alpha = outline(half, people, faces, unit);
  const hole = createHole(alpha, unit);
  const [red, green, blue] = fillHole(half, hole);
  const structure = createStructure(photo, hole, unit);
  const { width, height } = photo;
  const background = Uint8Array.from(photo.data);
  const opacity = new Uint8Array(width * height);
  const [columns, rows] = [halfway(width, half.width), halfway(height, half.height)];
  const filled = [0, 0, 0];
  for (let y = 0, i = 0; y < height; y++) {
    const fy = rows.shares[y]!;
    const line = rows.samples[y]! * half.width;
    for (let x = 0; x < width; x++, i++) {
      const from = line + columns.samples[x]!;
      // Most of a picture is outside the hole, including all neighbours of a sample.
      if (isZero(hole.data, from, half.width)) continue;
      const fx = columns.shares[x]!;
      const near = bilinear(hole.data, from, half.width, fx, fy);
      if (near < 1 / 255) continue;
      const people = bilinear(alpha.data, from, half.width, fx, fy);
      filled[0] = bilinear(red.data, from, half.width, fx, fy);
      filled[1] = bilinear(green.data, from, half.width, fx, fy);
      filled[2] = bilinear(blue.data, from, half.width, fx, fy);
      structure(x, y, filled);
      opacity[i] = fillIn(photo.data, 3 * i, filled, people, near, background);
    }
  }
  return { alpha: opacity, background: { width, height, data: background } };
}

/** Whether the sample at `i`, its right neighbour and the two below them are all 0, with rows `width` apart. */
function isZero(data: Float32Array, i: number, width: number): boolean {
  return data[i] === 0 && data[i + 1] === 0 && data[i + width] === 0 && data[i + width + 1] === 0;
}

/**
 * Fills one pixel of the background in, as far as people cover it; beside them, only where it differs from its
 * surroundings, as hair does that the mask does not show. Returns the people's opacity, 0 to 255.
 */
function fillIn(
  photo: Uint8Array,
  k: number,
  filled: readonly number[],
  people: number,
  near: number,
  background: Uint8Array,
): number {
  let most = 0;
  for (let channel = 0; channel < 3; channel++)
    most = Math.max(most, Math.abs(photo[k + channel]! - filled[channel]!));
  const share = Math.max(smoothstep(0, covered, people), near * smoothstep(slack, 4 * slack, most));
  let opacity = people;
  for (let channel = 0; channel < 3; channel++) {
    const own = photo[k + channel]!;
    const behind = own + (filled[channel]! - own) * share;
    const off = Math.max(0, Math.abs(own - behind) - slack);
    opacity = Math.max(opacity, own < behind ? off / behind : off / (255 - behind + 1e-3));
  }
  const bytes = Math.min(255, Math.round(255 * opacity));
  const clear = 1 - bytes / 255;
  for (let channel = 0; channel < 3; channel++) {
    const own = photo[k + channel]!;
    const behind = own + (filled[channel]! - own) * share;
    // Within the slack, the background gives way, so that both layers together are the photo.
    const [least, most] = clear === 0 ? [0, 255] : [(own - 255 * (1 - clear)) / clear, own / clear];
    background[k + channel] = Math.round(Math.min(most, Math.max(least, behind)));
  }
  return bytes;
}

/**
 * Continues what is beside a hole into its outer part, mirrored at its edge: structure and grain, where a smooth fill
 * would show as a halo. Mixes it into a colour of the pixel at (x, y).
 */
function createStructure(photo: RgbPicture, hole: Plane, unit: number) {
  const { across, down } = nearestOutside(hole, structured.to * unit);
  const { width } = hole;
  return (x: number, y: number, filled: number[]): void => {
    const i = Math.min(y >> 1, hole.height - 2) * width + Math.min(x >> 1, width - 2);
    const [fx, fy] = [(x & 1) / 2, (y & 1) / 2];
    const dx = 2 * bilinear(across.data, i, width, fx, fy);
    const dy = 2 * bilinear(down.data, i, width, fx, fy);
    const distance = Math.sqrt(dx * dx + dy * dy);
    if (distance === 0 || distance > structured.to * unit) return;
    const far = smoothstep(structured.from * unit, structured.to * unit, distance);
    const [left, top] = [x + 2 * dx, y + 2 * dy];
    const isKnown = 1 - samplePlane(hole, left / 2, top / 2);
    const share = (1 - far) * Math.max(0, isKnown);
    if (share > 0) mixSample(photo, left, top, share, filled);
  };
}

/** Moves a colour towards the photo's at a position, by a share. Positions outside are clamped to the edge. */
function mixSample(
  { data, width, height }: RgbPicture,
  left: number,
  top: number,
  share: number,
  colour: number[],
): void {
  const x = Math.min(width - 1.001, Math.max(0, left));
  const y = Math.min(height - 1.001, Math.max(0, top));
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - column, y - row];
  const i = 3 * (row * width + column);
  const below = i + 3 * width;
  for (let k = 0; k < 3; k++) {
    const upper = data[i + k]! + (data[i + 3 + k]! - data[i + k]!) * fx;
    const lower = data[below + k]! + (data[below + 3 + k]! - data[below + k]!) * fx;
    colour[k]! += (upper + (lower - upper) * fy - colour[k]!) * share;
  }
}

/**
 * For each sample of a hole the way to the nearest sample outside (Danielsson, 1980), smoothed, as neighbours in a
 * corner are nearest to different edges; more than `far` where there is none.
 */
function nearestOutside(hole: Plane, far: number): { across: Plane; down: Plane } {
  const { data, width, height } = hole;
  const [across, down] = [createPlane(width, height), createPlane(width, height)];
  const [x, y] = [across.data, down.data];
  for (let i = 0; i < data.length; i++) if (data[i]! >= 0.01) y[i] = Infinity;
  const offer = (i: number, from: number, dx: number, dy: number): void => {
    const [toX, toY] = [x[from]! + dx, y[from]! + dy];
    if (toX * toX + toY * toY >= x[i]! * x[i]! + y[i]! * y[i]!) return;
    x[i] = toX;
    y[i] = toY;
  };
  const pass = (row: number, back: 1 | -1): void => {
    const line = row * width;
    const isInside = row - back >= 0 && row - back < height;
    for (let column = 0, i = line; isInside && column < width; column++, i++)
      if (x[i] !== 0 || y[i] !== 0) offer(i, i - back * width, 0, -back);
    for (let i = line + 1; i < line + width; i++) if (x[i] !== 0 || y[i] !== 0) offer(i, i - 1, -1, 0);
    for (let i = line + width - 2; i >= line; i--) if (x[i] !== 0 || y[i] !== 0) offer(i, i + 1, 1, 0);
  };
  for (let row = 0; row < height; row++) pass(row, 1);
  for (let row = height - 1; row >= 0; row--) pass(row, -1);
  for (let i = 0; i < data.length; i++) {
    if (x[i]! * x[i]! + y[i]! * y[i]! <= far * far) continue;
    x[i] = far;
    y[i] = 0;
  }
  return { across: smoothBlur(across, 2), down: smoothBlur(down, 2) };
}

/** The positions of `size` samples in a plane of half the size: the preceding sample, and the fraction beyond it. */
function halfway(size: number, half: number): { samples: Int32Array; shares: Float64Array } {
  const place = (k: number) => Math.min(Math.max((k + 0.5) / 2 - 0.5, 0), half - 1);
  const samples = Int32Array.from({ length: size }, (_, k) => Math.min(Math.floor(place(k)), half - 2));
  return { samples, shares: Float64Array.from(samples, (sample, k) => place(k) - sample) };
}

/** Refines the mask to follow the edges of the picture, including hair. */
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

/** Makes a face opaque, even if the mask excludes glasses, hats or shadows. `alpha` has half the photo's size. */
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

/** 1 where there are people or their blended edge, falling to 0 around it. */
function createHole(alpha: Plane, unit: number): Plane {
  const radius = Math.max(1, Math.round((beyond * unit) / 2));
  const people = createPlane(alpha.width, alpha.height);
  for (let i = 0; i < people.data.length; i++) people.data[i] = alpha.data[i]! > 0.04 ? 1 : 0;
  const near = boxBlur(people, radius);
  for (let i = 0; i < near.data.length; i++) near.data[i] = near.data[i]! > 1e-3 ? 1 : 0;
  return smoothBlur(near, 1);
}

/** Fills a hole from its surroundings, from coarse to fine (push-pull); one plane per channel. */
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

/** The known weights at one resolution: 1 or more if everything is known. */
interface Level {
  /** Never above 1. */
  readonly weights: Plane;
  /** The divisors of the half-sized values; null at the coarsest level. */
  readonly excess: Float32Array | null;
  readonly below: Level | null;
}

/** Sums up weights level by level, for all channels at once. */
function weightsOf(weights: Plane): Level {
  const { width, height } = weights;
  if (width <= 2 || height <= 2) return { weights, excess: null, below: null };
  const coarse = halfSums(weights);
  const excess = coarse.data.map((weight) => Math.max(1, weight));
  for (let i = 0; i < excess.length; i++) coarse.data[i]! /= excess[i]!;
  return { weights, excess, below: weightsOf(coarse) };
}

/** Fills values with weight 0 from the half-sized level, recursively until no hole is left. In place. */
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

/** A plane at half its size, rounded up; each value is the sum of four. */
function halfSums({ data, width, height }: Plane): Plane {
  const half = createPlane((width + 1) >> 1, (height + 1) >> 1);
  for (let y = 0, i = 0; y < height; y++) {
    const line = (y >> 1) * half.width;
    for (let x = 0; x < width; x++, i++) half.data[line + (x >> 1)]! += data[i]!;
  }
  return half;
}
