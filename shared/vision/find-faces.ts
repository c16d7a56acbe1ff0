import { type Pyramid, sampleSquare, type Square } from './pyramid.ts';
import { type Box, isIn } from './find-objects.ts';
import { anchorValues, inputSides, type VisionModels } from './vision-models.ts';

/** A detected face, in pixels of the picture. */
export interface FaceBox {
  /** 0 to 1. */
  readonly score: number;
  /** The centre. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Rotation of the eyes relative to the horizon, in radians. */
  readonly angle: number;
  /** Both eyes, the tip of the nose and the mouth, as x, y pairs. */
  readonly keys: readonly number[];
  /** Whether the left or right border cuts it in half, see `findCutFaces`. */
  readonly isCut?: boolean;
}

/** Below this score it is no face; between this one and 0.9 it may be one, see `isCertain`. */
const minScore = 0.6;
/** If a face is at least this share of the longer side, no search for small ones is needed. */
const portraitShare = 0.2;
/** Side of the tiles searched for smaller faces, as a share of the longer side. */
const tileShare = 0.5;
/** Where there are this many faces, and where most of them are smaller than `below`, smaller tiles are searched too. */
const finerTiles = [
  { share: 0.3, from: 3, below: 0.12 },
  { share: 0.18, from: 5, below: 0.05 },
] as const;
/** People whose faces weren't found are looked at alone: at most so many. */
const mostPersons = 12;
/** Faces that touch the rim of a square are left to its neighbour. */
const rim = 0.47;

const side = inputSides.detector;

/** The centres of the model's anchors, in pixels of its input: two grids, 16 and 32 pixels apart. */
const anchors: readonly (readonly [number, number])[] = [
  { cells: 16, each: 2 },
  { cells: 8, each: 6 },
].flatMap(({ cells, each }) =>
  Array.from({ length: cells * cells * each }, (_, i) => {
    const cell = Math.floor(i / each);
    const at = (k: number) => ((k + 0.5) * side) / cells;
    return [at(cell % cells), at(Math.floor(cell / cells))] as const;
  }),
);

/**
 * Finds the faces in a picture, best first: in the whole picture, in the whole picture shrunk to two thirds (for faces
 * that fill it), and, unless a large face was found, in tiles, and where people (`persons`, best first) have their
 * heads.
 */
export function findFaces(models: VisionModels, pyramid: Pyramid, persons: readonly Box[]): FaceBox[] {
  const longer = Math.max(pyramid[0]!.width, pyramid[0]!.height);
  const whole = findInWhole(models, pyramid);
  if (whole.some(({ size }) => size > portraitShare * longer)) return strongest(whole);
  let found = strongest([...whole, ...detectInTiles(models, pyramid, tileShare * longer)]);
  for (const { share, from, below } of finerTiles) {
    const small = found.filter(({ size }) => size < below * longer).length;
    if (found.length < from || 2 * small < found.length) break;
    found = strongest([...found, ...detectInTiles(models, pyramid, share * longer)]);
  }
  const faceless = persons.filter((person) => !found.some((face) => isIn(face, person)));
  const atHeads = faceless.slice(0, mostPersons).flatMap((person) => detectAtHead(models, pyramid, person));
  return strongest([...found, ...atHeads]);
}

/** Finds the faces that are large enough to be seen in the whole picture at once; some more than once. */
export function findInWhole(models: VisionModels, pyramid: Pyramid): FaceBox[] {
  const { width, height } = pyramid[0]!;
  return [1, 1.5].flatMap((share) =>
    detectIn(
      models,
      pyramid,
      { x: width / 2, y: height / 2, side: share * Math.max(width, height) },
      share > 1,
    ),
  );
}

/** Faces at the top of a person's box, which is as wide as a face, or much wider. */
function detectAtHead(models: VisionModels, pyramid: Pyramid, { left, top, right, bottom }: Box): FaceBox[] {
  const width = Math.min(right - left, bottom - top);
  return [0.6, 1.1].flatMap((share) => {
    const square = { x: (left + right) / 2, y: top + 0.35 * width, side: share * width };
    return detectIn(models, pyramid, square, false);
  });
}

function detectInTiles(models: VisionModels, pyramid: Pyramid, tile: number): FaceBox[] {
  const { width, height } = pyramid[0]!;
  const rows = middlesOfTiles(height, tile);
  return middlesOfTiles(width, tile).flatMap((x) =>
    rows.flatMap((y) => detectIn(models, pyramid, { x, y, side: tile }, false)),
  );
}

/** Centres of tiles that cover a length, each overlapping the next by a fifth or more. */
export function middlesOfTiles(length: number, tile: number): number[] {
  if (tile >= length) return [length / 2];
  const count = Math.ceil((length - tile) / (0.8 * tile)) + 1;
  return Array.from({ length: count }, (_, i) => tile / 2 + (i * (length - tile)) / (count - 1));
}

/** The faces in a square; those at its rim only if it is all of the picture. */
export function detectIn(
  models: VisionModels,
  pyramid: Pyramid,
  place: Omit<Square, 'angle'>,
  isWhole: boolean,
): FaceBox[] {
  const square = { ...place, angle: 0 };
  const values = models.detect(sampleSquare(pyramid, square, side));
  const minLogit = Math.log(minScore / (1 - minScore));
  return anchors.flatMap(([anchorX, anchorY], i) => {
    const [logit, dx, dy] = values.subarray(i * anchorValues, i * anchorValues + 3);
    if (!(logit! >= minLogit)) return [];
    const u = anchorX + dx! - side / 2;
    const v = anchorY + dy! - side / 2;
    if (!isWhole && Math.max(Math.abs(u), Math.abs(v)) > rim * side) return [];
    return [boxAt(values, i, square)];
  });
}

/** What most resembles a face in a square, whatever its score. */
export function bestFaceIn(models: VisionModels, pyramid: Pyramid, square: Square): FaceBox {
  const values = models.detect(sampleSquare(pyramid, square, side));
  let best = 0;
  for (let i = 1; i < anchors.length; i++) {
    if (values[i * anchorValues]! > values[best * anchorValues]!) best = i;
  }
  return boxAt(values, best, square);
}

/** The box of one anchor, in pixels of the picture. */
function boxAt(values: Float32Array, anchor: number, square: Square): FaceBox {
  const [logit, dx, dy, w, h, ...keys] = values.subarray(anchor * anchorValues, anchor * anchorValues + 13);
  const [anchorX, anchorY] = anchors[anchor]!;
  const scale = square.side / side;
  const [cos, sin] = [Math.cos(square.angle) * scale, Math.sin(square.angle) * scale];
  const place = (x: number, y: number): [number, number] => {
    const [u, v] = [anchorX + x - side / 2, anchorY + y - side / 2];
    return [square.x + u * cos - v * sin, square.y + u * sin + v * cos];
  };
  const [x, y] = place(dx!, dy!);
  const [rightX, rightY, leftX, leftY] = keys;
  return {
    score: 1 / (1 + Math.exp(-logit!)),
    x,
    y,
    size: Math.max(w!, h!) * scale,
    angle: square.angle + Math.atan2(leftY! - rightY!, leftX! - rightX!),
    keys: [0, 2, 4, 6].flatMap((k) => place(keys[k]!, keys[k + 1]!)),
  };
}

/** Non-maximum suppression: of boxes that overlap by two fifths of the smaller, keeps the one with the best score. */
export function strongest(boxes: readonly FaceBox[]): FaceBox[] {
  const kept: FaceBox[] = [];
  for (const box of boxes.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((other) => overlap(other, box) < 0.4)) kept.push(box);
  }
  return kept;
}

function overlap(a: FaceBox, b: FaceBox): number {
  const along = (from: number, to: number) =>
    Math.max(0, Math.min(from + a.size / 2, to + b.size / 2) - Math.max(from - a.size / 2, to - b.size / 2));
  return (along(a.x, b.x) * along(a.y, b.y)) / Math.min(a.size, b.size) ** 2;
}
