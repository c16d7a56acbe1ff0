import { type EyePair, findEyePairs } from './pet-eyes.ts';
import { type Cascade, passing, sumsOf, windowSide } from './cascade.ts';
import type { Box } from './find-objects.ts';
import { type Pyramid, sampleGreySquare } from './pyramid.ts';

/** The square of a furry face with its ears, in pixels of the picture. */
export interface PetFace {
  /** Its centre. */
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** Sizes of a face, as shares of the shorter side of what is seen of the animal, and the step from one to the next. */
const sizes = { least: 0.25, most: 1.1, step: 1.08 } as const;
/** A face is in this upper part of the animal's box. */
const upperPart = 0.75;
/** Windows whose centres are this close, as a share of their side, and of about one size show the same face. */
const near = 0.3;
const sameSize = 1.5;
/** A face is seen by this many windows. What is none is seen by three at most (25 boxes of animals). */
const leastWindows = 5;

/** Windows around the one that passes most clearly, which is the first. */
type Group = [PetFace, ...PetFace[]];

/** The face of a cat or a dog within an animal's box, as the cascades see it most often; null if they see none. */
export function findPetFace(
  cascades: readonly Cascade[],
  pyramid: Pyramid,
  { left, top, right, bottom }: Box,
): PetFace | null {
  const shorter = Math.min(right - left, bottom - top);
  // A window may reach beyond the box, if its centre does not.
  const side = Math.max(right - left, bottom - top) + 0.5 * shorter;
  const square = { x: (left + right) / 2, y: (top + bottom) / 2, side, angle: 0 };
  const passed: (PetFace & { level: number })[] = [];
  for (let size = sizes.least * shorter; size < sizes.most * shorter; size *= sizes.step) {
    const samples = Math.round((windowSide * side) / size);
    const step = side / samples;
    const sums = sumsOf(sampleGreySquare(pyramid, square, samples));
    const xOf = (from: number): number => square.x + (from + windowSide / 2 - samples / 2) * step;
    const yOf = (from: number): number => square.y + (from + windowSide / 2 - samples / 2) * step;
    const isIn = (from: number, below: number): boolean => {
      const [x, y] = [xOf(from), yOf(below)];
      return x > left && x < right && y > top && y < top + upperPart * (bottom - top);
    };
    for (const cascade of cascades)
      for (const window of passing(cascade, sums, isIn))
        passed.push({ x: xOf(window.left), y: yOf(window.top), side: size, level: window.level });
  }
  const groups: Group[] = [];
  for (const window of passed.toSorted((a, b) => b.level - a.level)) {
    const group = groups.find(([clearest]) => isSame(clearest, window));
    if (group) group.push(window);
    else groups.push([window]);
  }
  const [most] = groups.toSorted((a, b) => b.length - a.length);
  return most && most.length >= leastWindows ? meanOf(most) : null;
}

/**
 * Where round dark eyes are in its square: how far from the middle and above its centre, and their radius, as shares of
 * its side (measured: 0.13 to 0.27, -0.03 to 0.18, 0.06 to 0.08). Smaller spots are slits in bright irises.
 */
const eyes = { beside: [0.1, 0.32], above: [-0.06, 0.22], radius: [0.04, 0.12] } as const;

/** Whether a pair of eyes is where those of a face belong. */
export function hasEyes(face: PetFace, [left, right]: EyePair['eyes']): boolean {
  const isBetween = (value: number, [least, most]: readonly [number, number]): boolean =>
    value > least * face.side && value < most * face.side;
  return (
    isBetween(face.x - left.x, eyes.beside) &&
    isBetween(right.x - face.x, eyes.beside) &&
    [left, right].every(
      ({ y, radius }) => isBetween(face.y - y, eyes.above) && isBetween(radius, eyes.radius),
    )
  );
}

/** The plainest pair of eyes that a face has where they belong; null if there are no round dark ones. */
export function eyesIn(pyramid: Pyramid, face: PetFace): EyePair | null {
  const pairs = findEyePairs(pyramid, { ...face, side: 1.2 * face.side });
  return pairs.find((pair) => hasEyes(face, pair.eyes)) ?? null;
}

function meanOf(group: Group): PetFace {
  const mean = (value: (face: PetFace) => number): number =>
    group.reduce((sum, face) => sum + value(face), 0) / group.length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y), side: mean(({ side }) => side) };
}

function isSame(a: PetFace, b: PetFace): boolean {
  const [larger, smaller] = [Math.max(a.side, b.side), Math.min(a.side, b.side)];
  return Math.hypot(a.x - b.x, a.y - b.y) < near * larger && larger < sameSize * smaller;
}
