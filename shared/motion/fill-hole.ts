import { smoothBlur } from './blur.ts';
import { bilinear, createPlane, type Plane, type RgbPicture, samplePlane, smoothstep } from './plane.ts';
import { samplePicture } from './sample-picture.ts';

/** The outer part of what is filled in continues its surroundings, with structure and grain: in pixels at 768. */
const structured = { from: 16, to: 42 } as const;

/** What is behind a hole. */
interface Fill {
  /** Its surroundings, spread smoothly; one plane per channel, of the hole's size. */
  readonly smooth: readonly Plane[];
  /**
   * Mixes into a colour of the photo's pixel at (x, y) what is beside the hole, mirrored at its edge: structure and grain
   * in its outer part, where the smooth fill would show as a halo.
   */
  continueInto(x: number, y: number, colour: number[]): void;
}

/** Fills a hole from its surroundings: `half` is the photo at half its size, which is the hole's; `unit` a pixel at 768. */
export function createFill(photo: RgbPicture, half: RgbPicture, hole: Plane, unit: number): Fill {
  return { smooth: fillHole(half, hole), continueInto: createStructure(photo, hole, unit) };
}

function createStructure(photo: RgbPicture, hole: Plane, unit: number): Fill['continueInto'] {
  const { across, down } = nearestOutside(hole, structured.to * unit);
  const { width } = hole;
  const mirrored = [0, 0, 0];
  return (x, y, colour) => {
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
    if (share === 0) return;
    samplePicture(photo, left, top, mirrored);
    for (let k = 0; k < 3; k++) colour[k]! += (mirrored[k]! - colour[k]!) * share;
  };
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
