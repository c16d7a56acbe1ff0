import { boxBlur } from '../motion/blur.ts';
import { type Plane, samplePlane } from '../motion/plane.ts';
import { negative, topHat } from './morphology.ts';
import { type FaceOval, isWithin } from './face-oval.ts';
import { type Piece, piecesOf } from './pieces.ts';

/** Dust and scratches on a picture, were it damaged: masks are 1 where they are. */
export interface Marks {
  readonly scratches: Uint8Array;
  /** The width of the scratch at each of its samples, in samples. */
  readonly breadth: Float32Array;
  /** Total length of all scratches, as a multiple of the picture's shorter side. */
  readonly length: number;
  readonly specks: Uint8Array;
  readonly count: number;
}

/** Lengths, at a shorter side of 768. */
const thickest = 4;
const minScratchLength = 46;
const broadestScratch = 5;
const maxSpeckSize = 130;
const rim = 12;
/** In 8-bit levels: the minimum contrast of a mark, and the minimum ratio to the contrast around it. */
const minContrast = 13;
const aboveTexture = 2.6;

/**
 * Finds thin marks with contrast in a picture's lightness (0 to 255): long thin bright lines anywhere, small spots where
 * the picture is plain. In faces, only lines that enter from outside or cross them, because eyes have glints and faces
 * have wrinkles.
 */
export function findMarks(luma: Plane, faces: readonly FaceOval[]): Marks {
  const { width, height } = luma;
  const unit = Math.min(width, height) / 768;
  const breadth = new Float32Array(width * height);
  const specks = new Uint8Array(width * height);
  let [length, count] = [0, 0];
  for (const signed of [luma, negative(luma)]) {
    const contrast = topHat(signed, Math.max(2, Math.round(thickest * unit)));
    const texture = boxBlur(contrast, Math.round(14 * unit));
    const stands = new Uint8Array(width * height);
    for (let i = 0; i < stands.length; i++)
      if (contrast.data[i]! > minContrast + aboveTexture * texture.data[i]!) stands[i] = 1;
    const map: ContrastMap = { luma, contrast, texture, stands, unit };
    for (const piece of piecesOf(stands, width)) {
      // A dark line may be a cable as well.
      if (signed === luma && isLine(piece, map) && isNoPartOfFace(piece, faces, width)) {
        length += piece.length / (768 * unit);
        for (const i of piece.samples) breadth[i] = piece.breadth;
      } else if (isSpeck(piece, map, faces)) {
        count++;
        for (const i of piece.samples) specks[i] = 1;
      }
    }
  }
  const lines = grown(breadth, width);
  const scratches = Uint8Array.from(lines, (value) => (value > 0 ? 1 : 0));
  return { scratches, breadth: lines, length, specks: grown(specks, width), count };
}

interface ContrastMap {
  readonly luma: Plane;
  /** The contrast of each sample, and the mean contrast around it. */
  readonly contrast: Plane;
  readonly texture: Plane;
  /** 1 where the contrast is high enough. */
  readonly stands: Uint8Array;
  /** The length of one pixel at a shorter side of 768. */
  readonly unit: number;
}

/** A scratch is long and thin, and the picture continues on both sides of it; stripes have parallel neighbours. */
function isLine(piece: Piece, { luma, contrast, stands, unit }: ContrastMap): boolean {
  const { samples, length, breadth, axis } = piece;
  if (length < minScratchLength * unit || breadth > broadestScratch * unit || length < 9 * breadth)
    return false;
  const { width, height } = luma;
  if (isAtRim(piece, width, height, unit)) return false;
  const [acrossX, acrossY] = [-axis[1], axis[0]];
  const away = breadth / 2 + 4 * unit;
  const differences: number[] = [];
  const contrasts: number[] = [];
  let besideOthers = 0;
  for (const i of samples) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const side = (distance: number): number =>
      samplePlane(luma, x + distance * acrossX, y + distance * acrossY);
    differences.push(Math.abs(side(away) - side(-away)));
    contrasts.push(contrast.data[i]!);
    besideOthers += [9, 12, 15, 18, 22].some((step) =>
      [-step, step].some((distance) => {
        const u = Math.round(x + distance * unit * acrossX);
        const v = Math.round(y + distance * unit * acrossY);
        return u >= 0 && v >= 0 && u < width && v < height && stands[v * width + u] === 1;
      }),
    )
      ? 1
      : 0;
  }
  const usual = medianOf(contrasts);
  return (
    medianOf(differences) < 0.4 * usual &&
    besideOthers < 0.4 * samples.length &&
    !continues(piece, luma, usual, unit)
  );
}

/** Whether it goes on beyond one of its ends, broader: as the thinner part of a torn edge does. */
function continues({ x, y, length, axis }: Piece, luma: Plane, contrast: number, unit: number): boolean {
  return [1, -1].some((sign) => {
    const [endX, endY] = [
      x + sign * (length / 2 + 7 * unit) * axis[0],
      y + sign * (length / 2 + 7 * unit) * axis[1],
    ];
    if (endX < 0 || endY < 0 || endX >= luma.width || endY >= luma.height) return false;
    const levelAt = (way: number, across: number): number =>
      samplePlane(
        luma,
        x + sign * way * axis[0] - across * axis[1],
        y + sign * way * axis[1] + across * axis[0],
      );
    const beyond = Math.max(
      ...[-6, -3, 0, 3, 6].map((across) => levelAt(length / 2 + 7 * unit, across * unit)),
    );
    const sides = (levelAt(length / 3, 9 * unit) + levelAt(length / 3, -9 * unit)) / 2;
    return beyond - sides > 0.7 * contrast;
  });
}

/** The edge of a print is no scratch. */
function isAtRim({ samples }: Piece, width: number, height: number, unit: number): boolean {
  const inner = samples.filter((i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return Math.min(x, y, width - 1 - x, height - 1 - y) >= rim * unit;
  });
  return inner.length < 0.5 * samples.length;
}

/** A speck is small and lies on a plain area, never on a face. */
function isSpeck(
  piece: Piece,
  { luma, contrast, texture, unit }: ContrastMap,
  faces: readonly FaceOval[],
): boolean {
  const { samples, length, breadth, x, y } = piece;
  if (samples.length > maxSpeckSize * unit * unit || length > 4 * breadth + 2) return false;
  const most = samples.reduce((max, i) => Math.max(max, contrast.data[i]!), 0);
  if (most < 26 || most < 9 * texture.data[samples[0]!]!) return false;
  const around = Array.from({ length: 16 }, (_, k) => {
    const distance = length / 2 + (k % 2 === 0 ? 3.5 : 7) * unit;
    return samplePlane(
      luma,
      x + distance * Math.cos((k * Math.PI) / 8),
      y + distance * Math.sin((k * Math.PI) / 8),
    );
  });
  if (Math.max(...around) - Math.min(...around) > 0.45 * most) return false;
  return samples.every((i) => faces.every((face) => !isWithin(face, i, luma.width, 1.3)));
}

function medianOf(values: number[]): number {
  return values.sort((p, q) => p - q)[values.length >> 1]!;
}

function isNoPartOfFace({ samples, length }: Piece, faces: readonly FaceOval[], width: number): boolean {
  return faces.every((face) => {
    const inside = samples.filter((i) => isWithin(face, i, width, 1)).length;
    return inside === 0 || inside < 0.7 * samples.length || length > 0.9 * face.width;
  });
}

/** Grows a mask by one sample on all sides, because the edge of a mark is half blended. */
function grown<Mask extends Uint8Array | Float32Array>(mask: Mask, width: number): Mask {
  const out = mask.slice() as Mask;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    const x = i % width;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const j = i + dy * width + dx;
        if (x + dx >= 0 && x + dx < width && j >= 0 && j < out.length) out[j] = Math.max(out[j]!, mask[i]!);
      }
    }
  }
  return out;
}
