import { boxBlur } from '../motion/blur.ts';
import { greyOf } from '../motion/colour.ts';
import { type Plane, planeLike, type RgbPicture, samplePlane } from '../motion/plane.ts';
import { negative, topHat } from './morphology.ts';
import { type Piece, piecesOf } from './pieces.ts';

/** A face as an oval around its centre, in pixels. */
export interface FaceOval {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Damage on a picture: dust, scratches and folds. */
export interface Marks {
  /** 1 where the picture is damaged. */
  readonly mask: Uint8Array;
  /** Total length of all scratches and folds, as a multiple of the picture's shorter side. */
  readonly scratches: number;
  /** Number of specks. */
  readonly specks: number;
}

/** Lengths, at a shorter side of 768. */
const thickest = 4;
const minScratchLength = 46;
const broadestScratch = 7;
const maxSpeckSize = 130;
/** In 8-bit levels: the minimum contrast of a mark, and the minimum ratio to the contrast around it. */
const minContrast = 13;
const aboveTexture = 2.6;

/**
 * Finds thin marks with contrast: long thin lines anywhere, small spots where the picture is plain. In faces, only
 * lines that enter from outside or cross them, because eyes have glints and faces have wrinkles.
 */
export function findMarks(picture: RgbPicture, faces: readonly FaceOval[]): Marks {
  const { width, height, data } = picture;
  const unit = Math.min(width, height) / 768;
  const luma = planeLike(picture, (i) => greyOf(data, 3 * i));
  const mask = new Uint8Array(width * height);
  let scratches = 0;
  let specks = 0;
  for (const signed of [luma, negative(luma)]) {
    const contrast = topHat(signed, Math.max(2, Math.round(thickest * unit)));
    const texture = boxBlur(contrast, Math.round(14 * unit));
    const stands = Uint8Array.from(contrast.data, (value, i) =>
      value > minContrast + aboveTexture * texture.data[i]! ? 1 : 0,
    );
    const map: ContrastMap = { luma, contrast, texture, stands, unit };
    for (const piece of piecesOf(stands, width)) {
      const isScratch = isLine(piece, map) && isNoPartOfFace(piece, faces, width);
      if (!isScratch && !isSpeck(piece, map, faces)) continue;
      if (isScratch) scratches += piece.length / (768 * unit);
      else specks++;
      for (const i of piece.samples) mask[i] = 1;
    }
  }
  return { mask: grown(mask, width), scratches, specks };
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
  return medianOf(differences) < 0.4 * medianOf(contrasts) && besideOthers < 0.4 * samples.length;
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

function isWithin(face: FaceOval, i: number, width: number, scale: number): boolean {
  const x = ((i % width) - face.x) / ((scale * face.width) / 2);
  const y = (Math.floor(i / width) - face.y) / ((scale * face.height) / 2);
  return x * x + y * y < 1;
}

/** Grows the mask by one sample on all sides, because the edge of a mark is half blended. */
function grown(mask: Uint8Array, width: number): Uint8Array {
  const out = mask.slice();
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    const x = i % width;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const j = i + dy * width + dx;
        if (x + dx >= 0 && x + dx < width && j >= 0 && j < out.length) out[j] = 1;
      }
    }
  }
  return out;
}
