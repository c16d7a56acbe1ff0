import { negative } from './morphology.ts';
import type { Plane } from '../motion/plane.ts';
import { type CrackShape, shapesOf } from './crack-shape.ts';
import { findRidges } from './ridges.ts';
import { type FaceOval, isWithin, narrow } from './face-oval.ts';
import type { Range } from './tone.ts';

/** Cracks and folds of a picture. */
export interface Cracks {
  /** 1 where the picture is cracked, with the blended edges. */
  readonly mask: Uint8Array;
  /** The width of the broadest at each of these samples, without the edges, in samples. */
  readonly breadth: Float32Array;
  /** The length of all of them, as a multiple of the picture's shorter side. */
  readonly length: number;
}

/** A line that undamaged photos hardly have, and how many of them (in total length) prove that this one is damaged. */
const proof = { rough: 200, clear: 400 } as const;
/** Proofs of this length show that the whole print is crazed: then hairlines are cracks even where they run side by side. */
const heavy = 768;
/** The blended edge of a crack, and the shadow that its relief throws, in pixels at 768. */
const edge = 2;

/**
 * Finds cracks and folds in a photo by its lightness (0 to 255) and the ends of its range. A photo has none until some
 * lines in it prove that it is damaged: bent and rough ones, across whatever the photo shows, of the tone of bare paper
 * (or of black). Then others like these count too. Hair, twigs, cables, text and stripes look like one crack, but not
 * like a network of them. In a faded print (`isFaded`), thin white lines count without proof.
 */
export function findCracks(luma: Plane, tones: Range, faces: readonly FaceOval[], isFaded: boolean): Cracks {
  const { width, height } = luma;
  const unit = Math.min(width, height) / 768;
  const found = [
    ...cracksIn(luma, tones, faces, isFaded ? 'scratched' : 'bright'),
    ...cracksIn(negative(luma), { dark: -tones.light, light: -tones.dark }, faces, 'dark'),
  ];
  const breadth = new Float32Array(width * height);
  for (const { points } of found)
    for (const { at, radius } of points) markDisc(breadth, width, at, radius + edge * unit, 2 * radius - 1);
  const mask = Uint8Array.from(breadth, (value) => (value > 0 ? 1 : 0));
  return { mask, breadth, length: found.reduce((sum, crack) => sum + crack.length, 0) / 768 };
}

/** Dark lines, bright ones, or bright ones on a print that is worn for certain. */
type Kind = 'dark' | 'bright' | 'scratched';

function cracksIn(plane: Plane, tones: Range, faces: readonly FaceOval[], kind: Kind): CrackShape[] {
  const isDark = kind === 'dark';
  const { width, height } = plane;
  const unit = Math.min(width, height) / 768;
  const range = tones.light - tones.dark;
  const lines = shapesOf(findRidges(plane, unit), width, height, unit).filter(
    (shape) => shape.rim < 0.5 && shape.width <= 18 && shape.length >= 5 * shape.width,
  );
  const faceOf = (shape: CrackShape): FaceOval | undefined =>
    faces.find((face) => isPartOf(face, shape, width, unit));
  const candidates = lines.filter((shape) => !faceOf(shape));
  const toneOf = ({ level }: CrackShape): number => (level - tones.dark) / range;
  const rough = isDark ? [] : candidates.filter((shape) => isRough(shape, toneOf(shape)));
  const clear = candidates.filter((shape) => isClear(shape, toneOf(shape), isDark));
  if (lengthOf(rough) < proof.rough && lengthOf(clear) < proof.clear)
    return kind === 'scratched' ? candidates.filter((shape) => isScratch(shape, toneOf(shape))) : [];
  const sure = [...new Set([...rough, ...clear])];
  const usual = {
    contrast: median(sure.map(({ contrast }) => contrast)),
    level: median(sure.map(({ level }) => level)),
  };
  const isHeavy = lengthOf(rough) >= heavy;
  // Dark lines in a face are wrinkles.
  const hasCrackedFaces = !isDark && lengthOf(sure) >= heavy;
  return lines.filter((shape) => {
    const face = faceOf(shape);
    if (face) return hasCrackedFaces && !!face.points && isOnSkin(shape, face, unit);
    return sure.includes(shape) || isAlike(shape, usual) || (isHeavy && isHairline(shape, usual));
  });
}

function lengthOf(shapes: readonly CrackShape[]): number {
  return shapes.reduce((sum, { length }) => sum + length, 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((p, q) => p - q)[values.length >> 1]!;
}

/** A line as only cracks are: bent, rough, of changing width and strength, alone, nearly of the tone of bare paper. */
function isRough(shape: CrackShape, tone: number): boolean {
  const { length, width, contrast, difference, bend, unevenness, range, beside, parallel } = shape;
  const stands = contrast >= 22 && difference < 0.3 && beside < 0.35 && parallel < 0.15 && tone > 0.5;
  const isLong = length >= 60 && length >= 8 * width && width < 11;
  return stands && isLong && bend >= 8 && unevenness >= 0.3 && range >= 25;
}

/** A long bent line over very different things, or, being bright, of bare paper; or a fold from edge to edge. */
function isClear(shape: CrackShape, tone: number, isDark: boolean): boolean {
  const { length, width, contrast, difference, bend, beside, parallel, crossed, extent } = shape;
  const stands = contrast >= 30 && difference < 0.2 && beside < 0.25 && parallel < 0.1 && length >= 8 * width;
  if (!stands || length < 150 || tone < 0.6) return false;
  const isFold = !isDark && extent > 700 && tone > 0.7;
  return isFold || (bend >= 5 && (crossed >= 50 || (!isDark && tone > 0.85)));
}

/** A thin white line by itself, straight or bent. */
function isScratch(shape: CrackShape, tone: number): boolean {
  const { length, width, contrast, difference, beside, parallel } = shape;
  const isAlone = beside < 0.25 && parallel < 0.1;
  return isAlone && length >= 60 && width < 7 && contrast >= 22 && difference < 0.2 && tone > 0.7;
}

/** What the cracks of a photo have in common. */
type Usual = Readonly<Record<'contrast' | 'level', number>>;

function isAlike(shape: CrackShape, usual: Usual): boolean {
  const { contrast, difference, range, parallel, length, width, level } = shape;
  return (
    contrast >= Math.max(15, 0.4 * usual.contrast) &&
    difference < 0.35 &&
    (range >= 20 || Math.abs(level - usual.level) < 20) &&
    parallel < 0.3 &&
    length >= 5 * width
  );
}

function isHairline({ contrast, difference, range, width, unevenness }: CrackShape, usual: Usual): boolean {
  return (
    width < 5.5 && unevenness >= 0.25 && contrast >= 0.4 * usual.contrast && difference < 0.5 && range >= 12
  );
}

/** Wrinkles, noses and glasses look like cracks: what lies in a face proves nothing unless it enters from far outside. */
function isPartOf(face: FaceOval, { points, extent }: CrackShape, width: number, unit: number): boolean {
  const inside = points.filter(({ at }) => isWithin(face, at, width, 1.15)).length;
  return inside >= 0.6 * points.length && extent * unit < 1.3 * face.width;
}

/** A crack in the skin of a crazed print: bright, narrow and rough. What shines on a face is broader, and even. */
function isOnSkin(
  { width, unevenness, range, contrast, difference, parallel }: CrackShape,
  face: FaceOval,
  unit: number,
): boolean {
  const isRoughLine = unevenness >= 0.25 && range >= 20 && contrast >= 22;
  return width * unit < narrow * face.width && isRoughLine && difference < 0.45 && parallel < 0.1;
}

function markDisc(breadth: Float32Array, width: number, at: number, radius: number, value: number): void {
  const [x, y] = [at % width, Math.floor(at / width)];
  const height = breadth.length / width;
  const reach = Math.floor(radius);
  for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++)
    for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++)
      if ((u - x) ** 2 + (v - y) ** 2 <= radius * radius)
        breadth[v * width + u] = Math.max(breadth[v * width + u]!, value);
}
