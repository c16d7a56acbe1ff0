import { eyeIndices, points as at } from '../vision/landmarks.ts';
import { greyOf } from './colour.ts';
import { eyeOf, type Eye } from './eye.ts';
import type { Head } from './head.ts';
import type { RgbPicture } from './plane.ts';

/** The reason why a person doesn't blink. */
export type BlinkGate = 'small' | 'shut' | 'turned' | 'glasses';

/** In pixels at a shorter side of 768: below this, a lid is only two or three pixels high. */
const minEyeSize = 8;
/** An eye whose opening is less than this share of its width is shut, or nearly. */
const minOpening = 0.13;
/** If the nose is this much closer to one cheek than to the other, one eye is hidden. */
const maxTurned = 6;

export interface BlinkVerdict {
  readonly gate: BlinkGate | null;
  /** Both eyes, because one alone would be a wink. */
  readonly eyes: readonly [Eye, Eye];
  /** How visible the rims of glasses are, see `glassesIn`. */
  readonly glasses: number;
}

/** Decides whether a person's lids can be moved without artifacts, regardless of skin, age and damage. */
export function judgeBlink(photo: RgbPicture, head: Head): BlinkVerdict {
  const unit = Math.min(photo.width, photo.height) / 768;
  const eyes = [eyeOf(head.face, eyeIndices[0]), eyeOf(head.face, eyeIndices[1])] as const;
  const glasses = glassesIn(photo, head);
  const gate = (): BlinkGate | null => {
    if (eyes.some((eye) => eye.width < minEyeSize * unit)) return 'small';
    if (turnOf(head) > maxTurned) return 'turned';
    if (eyes.some((eye) => eye.opening < minOpening)) return 'shut';
    return glasses > 1 ? 'glasses' : null;
  };
  return { gate: gate(), eyes, glasses };
}

/** The ratio of the nose's distances to the two temples, 1 or more. */
function turnOf({ face: { points } }: Head): number {
  const distance = (a: number): number =>
    Math.hypot(points[3 * a]! - points[3 * at.noseTip]!, points[3 * a + 1]! - points[3 * at.noseTip + 1]!);
  const [left, right] = [distance(at.leftTemple), distance(at.rightTemple)];
  return Math.max(left, right) / Math.max(1e-3, Math.min(left, right));
}

/**
 * Thresholds for thin lines, as shares of the face's contrast. Of 141 faces in 38 photos, 68 are large and open enough
 * to blink. The five with glasses have an arm of at least 0.113; of the 63 without, the three with lines on the bridge
 * and under an eye have 0.036 at most. No bridge without glasses is above 0.147.
 */
const plainLine = { bridge: 0.075, rim: 0.105, arm: 0.065, bridgeAlone: 0.18 } as const;

/**
 * How visible glasses are, above 1 if there are any: thin lines cross the bridge of the nose, lie under an eye (the
 * rim) and beside an eye (the arm, of which the turn of the head may hide one). Each of these may also be a wrinkle, a
 * bag or a shadow, but those that cross the bridge or lie under an eye don't extend to the temple. A very plain line on
 * the bridge is enough, because a pince-nez has no arms.
 */
function glassesIn(photo: RgbPicture, head: Head): number {
  const contrast = contrastOf(photo, head);
  const { points } = head.face;
  const place = (i: number, aside = 0): Place => [
    points[3 * i]! + aside * head.width * head.cos,
    points[3 * i + 1]! + aside * head.width * head.sin,
  ];
  const line = (middle: Place, strip: Strip): number => plainestLine(photo, head, middle, strip) / contrast;
  const [left, right] = [place(at.leftEyeInner), place(at.rightEyeInner)];
  const bridge = line([(left[0] + right[0]) / 2, (left[1] + right[1]) / 2], strips.bridge);
  const rims = [place(at.leftEyeBelow), place(at.rightEyeBelow)].map((eye) => line(eye, strips.rim));
  const arms = [place(at.leftEyeOuter, -armDistance), place(at.rightEyeOuter, armDistance)].map((temple) =>
    line(temple, strips.arm),
  );
  const all = Math.min(
    bridge / plainLine.bridge,
    Math.max(...rims) / plainLine.rim,
    Math.max(...arms) / plainLine.arm,
  );
  return Math.max(all, bridge / plainLine.bridgeAlone);
}

type Place = readonly [x: number, y: number];

/** A strip of a face: its width and its vertical range, in face widths. */
interface Strip {
  readonly across: number;
  readonly from: number;
  readonly to: number;
}

const strips = {
  bridge: { across: 0.09, from: -0.14, to: 0.17 },
  rim: { across: 0.14, from: 0.03, to: 0.26 },
  arm: { across: 0.06, from: -0.14, to: 0.14 },
} as const satisfies Record<string, Strip>;
/** How far beyond the outer corner of an eye an arm is looked for, in face widths: past the wrinkles there. */
const armDistance = 0.1;

/** Half the thickness of a line, and the distance of the areas it is compared with, in face widths. */
const lineHalf = 0.012;
const lineAround = 0.04;

/** The thin line across a strip that differs most from the areas above and below it; in grey levels. */
function plainestLine(
  photo: RgbPicture,
  { width, cos, sin }: Head,
  [x, y]: Place,
  { across, from, to }: Strip,
): number {
  const rows = 60;
  const columns = 12;
  const step = (to - from) / (rows - 1);
  const sums = [0];
  for (let row = 0; row < rows; row++) {
    const v = (from + row * step) * width;
    let sum = 0;
    for (let column = 0; column < columns; column++) {
      const u = ((column + 0.5) / columns - 0.5) * across * width;
      sum += greyAt(photo, x + u * cos - v * sin, y + u * sin + v * cos);
    }
    sums.push(sums[row]! + sum / columns);
  }
  const mean = (first: number, last: number): number => (sums[last + 1]! - sums[first]!) / (last - first + 1);
  const half = Math.round(lineHalf / step);
  const around = Math.round(lineAround / step);
  let most = 0;
  for (let row = around; row < rows - around; row++) {
    const beside = (mean(row - around, row - half - 1) + mean(row + half + 1, row + around)) / 2;
    most = Math.max(most, Math.abs(mean(row - half, row + half) - beside));
  }
  return most;
}

/** The range between the darkest and the brightest twentieth of the face, in grey levels. */
function contrastOf(photo: RgbPicture, { x, y, width, height }: Head): number {
  const samples = Array.from({ length: 900 }, (_, i) =>
    greyAt(
      photo,
      x + (((i % 30) + 0.5) / 30 - 0.5) * width,
      y + ((Math.floor(i / 30) + 0.5) / 30 - 0.5) * height,
    ),
  ).sort((a, b) => a - b);
  return Math.max(20, samples[855]! - samples[45]!);
}

/** Bilinear sample in grey levels; positions outside are clamped to the edge. */
function greyAt({ data, width, height }: RgbPicture, x: number, y: number): number {
  const left = Math.min(width - 1.001, Math.max(0, x));
  const top = Math.min(height - 1.001, Math.max(0, y));
  const [column, row] = [Math.floor(left), Math.floor(top)];
  const i = 3 * (row * width + column);
  const below = i + 3 * width;
  const upper = greyOf(data, i) + (greyOf(data, i + 3) - greyOf(data, i)) * (left - column);
  const lower = greyOf(data, below) + (greyOf(data, below + 3) - greyOf(data, below)) * (left - column);
  return upper + (lower - upper) * (top - row);
}
