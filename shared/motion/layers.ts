import type { Face } from '../vision/face-mesh.ts';
import { boxBlur, smoothBlur } from './blur.ts';
import { greyOf } from './colour.ts';
import { createFill } from './fill-hole.ts';
import { guidedFilter } from './guided-filter.ts';
import {
  bilinear,
  clamp01,
  createPlane,
  halve,
  type Plane,
  resizePlane,
  type RgbPicture,
  smoothstep,
} from './plane.ts';

/** A photo split into people and the background that continues behind them. Both planes have the photo's size. */
export interface Layers {
  /** How much of each pixel belongs to the people, 0 to 255. */
  readonly alpha: Uint8Array;
  /** The photo where there are no people; behind people, what continues their surroundings. */
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

/**
 * Splits a photo by a mask of its people (of any size). Composited without motion, both layers reproduce the photo:
 * where the filled background differs too much for any blend to do so, people count as more opaque.
 */
export function splitLayers(photo: RgbPicture, people: Plane, faces: readonly Face[]): Layers {
  const half = halve(photo);
  const unit = Math.min(photo.width, photo.height) / 768;
  const alpha = outline(half, people, faces, unit);
  const hole = createHole(alpha, unit);
  const fill = createFill(photo, half, hole, unit);
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
      for (let k = 0; k < 3; k++) filled[k] = bilinear(fill.smooth[k]!.data, from, half.width, fx, fy);
      fill.continueInto(x, y, filled);
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
 * surroundings, as hair does that the mask does not show. Returns the people's opacity, 0 to 255. Overwrites `filled`.
 */
function fillIn(
  photo: Uint8Array,
  k: number,
  filled: number[],
  people: number,
  near: number,
  background: Uint8Array,
): number {
  if (people === 1) {
    for (let channel = 0; channel < 3; channel++) background[k + channel] = Math.round(filled[channel]!);
    return 255;
  }
  let most = 0;
  for (let channel = 0; channel < 3; channel++)
    most = Math.max(most, Math.abs(photo[k + channel]! - filled[channel]!));
  const share = Math.max(smoothstep(0, covered, people), near * smoothstep(slack, 4 * slack, most));
  let opacity = people;
  for (let channel = 0; channel < 3; channel++) {
    const own = photo[k + channel]!;
    const behind = own + (filled[channel]! - own) * share;
    filled[channel] = behind;
    const off = Math.max(0, Math.abs(own - behind) - slack);
    opacity = Math.max(opacity, own < behind ? off / behind : off / (255 - behind + 1e-3));
  }
  const bytes = Math.min(255, Math.round(255 * opacity));
  const clear = 1 - bytes / 255;
  for (let channel = 0; channel < 3; channel++) {
    const own = photo[k + channel]!;
    // Within the slack, the background gives way, so that both layers together are the photo.
    const [least, most] = clear === 0 ? [0, 255] : [(own - 255 * (1 - clear)) / clear, own / clear];
    background[k + channel] = Math.round(Math.min(most, Math.max(least, filled[channel]!)));
  }
  return bytes;
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
