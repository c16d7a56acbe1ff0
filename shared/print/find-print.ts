import type { FrameSize } from '../motion/frame-size.ts';
import type { RgbPicture } from '../motion/plane.ts';
import { type BorderMask, type Box, findBorderMask } from './border-mask.ts';
import { type EdgeLine, findEdgeLine, type Side, sides } from './edge-line.ts';
import { findOval } from './find-oval.ts';
import { findPaperFrame, type PaperFrame } from './paper-frame.ts';
import { type Corners, type HeldArea, type Place, type Print, wholePicture } from './print.ts';
import { straightSize, withinCorners } from './projection.ts';
import { straighten } from './straighten.ts';
import { findTornCorners } from './torn-corners.ts';

/** An album page, a margin on it, and a mat within that. */
const maxLayers = 3;
/** Share of a picture's area that must be left within a border: less would be a small object in a large room. */
const minArea = 0.22;
/** Share of the places along an edge that must lie on its line. */
const minSupport = 0.62;
/** A border is at least this share of the shorter side on each of the four sides. */
const minWidth = 0.008;
/** How far opposite edges may deviate from parallel: about 9 degrees, as when a page is photographed at an angle. */
const maxLean = 0.16;

/** The shares of a free-lying print's margin that must be seen, on all sides together and on each of them, to crop it. */
const clearlySeen = { all: 0.65, each: 0.4 } as const;
/** If this much is seen, it may be one. */
const hardlySeen = { all: 0.6, each: 0.25 } as const;

/** What is known about a photo as a print. */
export interface PrintFinding {
  /** The picture within the print; null if there is none or if it is ambiguous. */
  readonly print: Print | null;
  /** If there is none: the part outside of which nothing may move, as it may be a print, or as corners are missing. */
  readonly fragile: HeldArea | null;
}

/**
 * Finds the picture within a print, in a small copy of it (`printSizeFor`): looks for an even border on all four sides
 * that ends in four straight lines or an oval, and for further borders within it, as on an album page; otherwise for a
 * margin of even paper or film that lies anywhere, with keystone, partly covered by a hand. What isn't certain is no
 * print, as a picture without a border must never lose anything, but is held still. Deterministic.
 */
export function inspectPrint(picture: RgbPicture): PrintFinding {
  const within = findWithin(picture, null, findLayer(picture));
  if (within) return { print: deepest(picture, within), fragile: null };
  const frame = findPaperFrame(picture);
  const loose = findWithin(picture, null, clearly(frame));
  if (loose) return { print: deepest(picture, loose), fragile: null };
  const isSeen = frame !== null && frame.seen >= hardlySeen.all && frame.least >= hardlySeen.each;
  const fragile = isSeen ? { corners: frame.corners, isOval: false } : findTornCorners(picture);
  return { print: null, fragile };
}

/** The picture in a frame of which enough is seen. */
function clearly(frame: PaperFrame | null): Print | null {
  if (!frame || frame.seen < clearlySeen.all || frame.least < clearlySeen.each) return null;
  return { corners: frame.corners, isOval: false, confidence: frame.seen };
}

/** The picture within a print, as `inspectPrint` finds it. */
export function findPrint(picture: RgbPicture): Print | null {
  return inspectPrint(picture).print;
}

/** The innermost picture within a print: a page, a margin on it, and a mat within that. */
function deepest(picture: RgbPicture, outer: Print): Print {
  let found = outer;
  for (let layer = 1; layer < maxLayers && !found.isOval; layer++) {
    const straight = straighten(picture, found.corners);
    const next = findWithin(picture, found, findLayer(straight) ?? clearly(findPaperFrame(straight)));
    if (!next) break;
    found = next;
  }
  return found;
}

/** A border found within another, in the whole picture; null if there is none, or if its content can't be a picture. */
function findWithin(picture: RgbPicture, outer: Print | null, layer: Print | null): Print | null {
  if (!layer) return null;
  const corners = withinCorners(outer?.corners ?? wholePicture, layer.corners);
  if (!isPlausible(corners, picture)) return null;
  return { corners, isOval: layer.isOval, confidence: Math.min(layer.confidence, outer?.confidence ?? 1) };
}

function findLayer(picture: RgbPicture): Print | null {
  const mask = findBorderMask(picture);
  if (!mask) return null;
  const box = boxOf(mask);
  return box && (findOval(mask, box) ?? findQuadrilateral(mask, box));
}

function boxOf({ width, height, inside }: BorderMask): Box | null {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] === 0) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  return (right - left) * (bottom - top) < minArea * inside.length ? null : { left, top, right, bottom };
}

function findQuadrilateral(mask: BorderMask, box: Box): Print | null {
  const lines = {} as Record<Side, EdgeLine>;
  for (const side of sides) {
    const upright = side === 'left' || side === 'right';
    const [from, to] = upright ? [box.top, box.bottom] : [box.left, box.right];
    // Near its corners, an edge that isn't quite straight is no longer the nearest one.
    const skipped = Math.round(0.08 * (to - from));
    const line = findEdgeLine(mask, side, from + skipped, to - skipped);
    if (!line || line.support < minSupport) return null;
    lines[side] = line;
  }
  const { top, right, bottom, left } = lines;
  if (Math.abs(top.slope + bottom.slope) > maxLean || Math.abs(left.slope + right.slope) > maxLean)
    return null;
  const narrowest = minWidth * Math.min(mask.width, mask.height);
  if (sides.some((side) => middleDepth(lines[side], side, mask) < narrowest)) return null;
  return {
    corners: cornersOf(lines, mask),
    isOval: false,
    confidence: Math.min(...sides.map((side) => lines[side].support)),
  };
}

function middleDepth({ depth, slope }: EdgeLine, side: Side, { width, height }: FrameSize): number {
  return depth + slope * (side === 'left' || side === 'right' ? height / 2 : width / 2);
}

/** The intersections of the lines, moved inwards by their roughness, so that none of the border is left. */
function cornersOf(lines: Readonly<Record<Side, EdgeLine>>, { width, height }: FrameSize): Corners {
  const drawnIn = (side: Side): number => lines[side].depth + 0.35 + 1.6 * lines[side].roughness;
  const flat = (side: 'top' | 'bottom'): readonly [number, number] =>
    side === 'top'
      ? [lines.top.slope, drawnIn('top')]
      : [-lines.bottom.slope, height - 1 - drawnIn('bottom')];
  const steep = (side: 'left' | 'right'): readonly [number, number] =>
    side === 'left'
      ? [lines.left.slope, drawnIn('left')]
      : [-lines.right.slope, width - 1 - drawnIn('right')];
  const intersection = (across: 'top' | 'bottom', down: 'left' | 'right'): Place => {
    const [p, q] = flat(across);
    const [r, s] = steep(down);
    const y = (p * s + q) / (1 - p * r);
    return { x: (r * y + s + 0.5) / width, y: (y + 0.5) / height };
  };
  return [
    intersection('top', 'left'),
    intersection('top', 'right'),
    intersection('bottom', 'right'),
    intersection('bottom', 'left'),
  ];
}

/** Whether the content can be a picture: large enough, and with a plausible aspect. */
function isPlausible(corners: Corners, picture: FrameSize): boolean {
  const { width, height } = straightSize(corners, picture);
  const aspect = width / height;
  return width * height > minArea * picture.width * picture.height && aspect > 0.4 && aspect < 2.5;
}
