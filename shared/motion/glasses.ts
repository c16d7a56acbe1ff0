import { points as at } from '../vision/landmarks.ts';
import { greyAt } from './sample-picture.ts';
import type { Head } from './head.ts';
import type { RgbPicture } from './plane.ts';

/**
 * Thresholds for thin lines, as shares of the face's contrast. Of 141 faces in 38 photos, 68 are large and open enough
 * to blink. The five with glasses have an arm of at least 0.113; of the 63 without, the three with lines on the bridge
 * and under an eye have 0.036 at most. No bridge without glasses is above 0.147.
 */
const plainLine = { bridge: 0.075, rim: 0.105, arm: 0.065, plainBridge: 0.18 } as const;

/**
 * How visible glasses are, above 1 if there are any: thin lines cross the bridge of the nose, lie under an eye (the
 * rim) and beside an eye (the arm, of which the turn of the head may hide one). Each of these may also be a wrinkle, a
 * bag or a shadow, but those that cross the bridge or lie under an eye don't extend to the temple. With a very plain
 * line on the bridge, a rim is enough, because a pince-nez has no arms, or an arm on both sides; without either, it is
 * a fringe.
 */
export function glassesIn(photo: RgbPicture, head: Head): number {
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
  const rim = Math.max(...rims) / plainLine.rim;
  const faint = Math.min(bridge / plainLine.bridge, rim, Math.max(...arms) / plainLine.arm);
  const plain = Math.min(bridge / plainLine.plainBridge, Math.max(rim, Math.min(...arms) / plainLine.arm));
  return Math.max(faint, plain);
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
