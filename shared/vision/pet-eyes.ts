import { smoothBlur } from '../motion/blur.ts';
import { createPlane, type Plane, samplePlane } from '../motion/plane.ts';
import { type Pyramid, sampleGreySquare } from './pyramid.ts';

/** A round dark spot, in pixels of the picture: an eye, a nose, or a spot of fur. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** How much brighter its surroundings are on nearly all sides, in grey levels. */
  readonly contrast: number;
}

/** Two spots that look like the eyes of a furry face, left and right in the picture. */
export interface EyePair {
  readonly eyes: readonly [Spot, Spot];
  readonly nose: Spot | null;
  /** The correlation of the face with its mirror image, -1 to 1. */
  readonly symmetry: number;
  readonly score: number;
}

/** Side of the square in which eyes are looked for, in samples. */
const side = 224;
const radii = [2.2, 2.9, 3.8, 5, 6.6, 8.7, 11.5, 15];
const directions = 12;
/** Of the twelve sides of a spot, so many may be as dark as it: a brow, the corner of an eye, a patch of fur. */
const darkSides = 2;
const leastContrast = 10;
const mostSpots = 28;

/**
 * Finds the pairs of eyes in a square of a picture, those that most resemble a furry face first: two round dark spots of
 * the same size side by side, a face that is symmetrical about them, and perhaps a dark nose below.
 */
export function findEyePairs(
  pyramid: Pyramid,
  square: { readonly x: number; readonly y: number; readonly side: number },
): EyePair[] {
  const grey = sampleGreySquare(pyramid, { ...square, angle: 0 }, side);
  const spots = spotsIn(grey);
  const soft = smoothBlur(grey, 1);
  const pairs: EyePair[] = [];
  for (const a of spots) {
    for (const b of spots) {
      const pair = b.x > a.x ? pairOf(soft, a, b, spots) : null;
      if (pair) pairs.push(pair);
    }
  }
  const step = square.side / side;
  const place = (spot: Spot): Spot => ({
    ...spot,
    x: square.x + (spot.x + 0.5 - side / 2) * step,
    y: square.y + (spot.y + 0.5 - side / 2) * step,
    radius: spot.radius * step,
  });
  return pairs
    .toSorted((a, b) => b.score - a.score)
    .map(({ eyes: [a, b], nose, ...rest }) => ({
      ...rest,
      eyes: [place(a), place(b)],
      nose: nose && place(nose),
    }));
}

/** The plainest round dark spots of all sizes. */
export function spotsIn(grey: Plane): Spot[] {
  const found: Spot[] = [];
  for (const radius of radii) {
    const inner = smoothBlur(grey, Math.max(1, Math.round(0.45 * radius)));
    const outer = smoothBlur(grey, Math.max(1, Math.round(0.3 * radius)));
    const around = Array.from({ length: directions }, (_, k) => {
      const turn = (2 * Math.PI * k) / directions;
      return [
        Math.round(1.75 * radius * Math.cos(turn)),
        Math.round(1.75 * radius * Math.sin(turn)),
      ] as const;
    });
    const rim = Math.ceil(1.75 * radius) + 1;
    const sides = new Float32Array(directions);
    const contrasts = createPlane(side, side);
    for (let y = rim; y < side - rim; y++) {
      for (let x = rim; x < side - rim; x++) {
        const i = y * side + x;
        const dark = inner.data[i]!;
        let darker = 0;
        for (let k = 0; k < directions; k++) {
          const [dx, dy] = around[k]!;
          sides[k] = outer.data[i + dy * side + dx]! - dark;
          if (sides[k]! < leastContrast) darker++;
        }
        if (darker > darkSides) continue;
        contrasts.data[i] = sides.sort()[darkSides]!;
      }
    }
    const reach = Math.ceil(radius);
    for (let y = rim; y < side - rim; y++) {
      for (let x = rim; x < side - rim; x++) {
        const contrast = contrasts.data[y * side + x]!;
        if (contrast > 0 && isHighest(contrasts, x, y, reach)) found.push({ x, y, radius, contrast });
      }
    }
  }
  const kept: Spot[] = [];
  for (const spot of found.toSorted((a, b) => b.contrast - a.contrast)) {
    const isNew = kept.every(
      (other) => Math.hypot(other.x - spot.x, other.y - spot.y) > Math.max(other.radius, spot.radius),
    );
    if (isNew) kept.push(spot);
    if (kept.length === mostSpots) break;
  }
  return kept;
}

function isHighest({ data, width }: Plane, x: number, y: number, reach: number): boolean {
  const value = data[y * width + x]!;
  for (let v = Math.max(0, y - reach); v <= Math.min(width - 1, y + reach); v++) {
    for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++)
      if (data[v * width + u]! > value) return false;
  }
  return true;
}

function pairOf(grey: Plane, a: Spot, b: Spot, spots: readonly Spot[]): EyePair | null {
  const distance = Math.hypot(b.x - a.x, b.y - a.y);
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  const share = (a.radius + b.radius) / 2 / distance;
  const ratio = Math.max(a.radius, b.radius) / Math.min(a.radius, b.radius);
  if (Math.abs(angle) > 0.75 || share < 0.07 || share > 0.36 || ratio > 1.8) return null;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const symmetry = symmetryAbout(grey, middle, distance, cos, sin);
  const noses = spots.flatMap((spot) => {
    const u = ((spot.x - middle.x) * cos + (spot.y - middle.y) * sin) / distance;
    const v = ((spot.y - middle.y) * cos - (spot.x - middle.x) * sin) / distance;
    const isThere = Math.abs(u) < 0.35 && v > 0.3 && v < 1.4 && spot.radius > 0.05 * distance;
    return isThere ? [{ spot, fit: spot.contrast * (1 - Math.abs(u)) }] : [];
  });
  const nose = noses.toSorted((x, y) => y.fit - x.fit)[0]?.spot ?? null;
  const weaker = Math.min(a.contrast, b.contrast);
  const score =
    Math.min(1, weaker / 60) *
    (0.35 + Math.max(0, symmetry)) *
    (nose ? 1.35 : 1) *
    (1 - 0.5 * Math.abs(angle)) *
    (1 - 0.35 * Math.log2(ratio));
  return { eyes: [a, b], nose, symmetry, score };
}

/** The correlation of both halves of a face about the line between its eyes. */
function symmetryAbout(
  grey: Plane,
  middle: { x: number; y: number },
  distance: number,
  cos: number,
  sin: number,
): number {
  let [sumA, sumB, sumAA, sumBB, sumAB, count] = [0, 0, 0, 0, 0, 0];
  for (let row = -8; row <= 14; row++) {
    for (let column = 1; column <= 11; column++) {
      const [u, v] = [(column / 11) * 1.05 * distance, (row / 14) * 1.2 * distance];
      const values = [u, -u].map((each) => {
        const [x, y] = [middle.x + each * cos - v * sin, middle.y + each * sin + v * cos];
        return x < 0 || y < 0 || x > side - 1 || y > side - 1 ? null : samplePlane(grey, x, y);
      });
      const [a, b] = values;
      if (a === null || b === null) continue;
      sumA += a!;
      sumB += b!;
      sumAA += a! * a!;
      sumBB += b! * b!;
      sumAB += a! * b!;
      count++;
    }
  }
  if (count < 120) return 0;
  const [varA, varB] = [sumAA - sumA ** 2 / count, sumBB - sumB ** 2 / count];
  return (sumAB - (sumA * sumB) / count) / Math.sqrt(Math.max(1, varA * varB));
}
