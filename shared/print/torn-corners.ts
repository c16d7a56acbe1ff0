import { type LabPicture, toLab } from '../motion/colour.ts';
import { floodFrom } from '../motion/flood.ts';
import type { RgbPicture } from '../motion/plane.ts';
import { measureTones } from '../restore/tone.ts';
import { type Corners, type HeldArea, type Place, wholePicture } from './print.ts';

/** The colour difference (CIE 1976) within what lies under a missing corner, and the least one to the print. */
const sameTone = 14;
const minContrast = 22;
/** Bare paper and a scanner's lid are light and nearly grey. */
const light = 80;
const maxChroma = 24;
/** How far what lies beneath differs from one tone on average: torn paper is coarser. */
const unevenness = 4;
/** How far a missing corner reaches along each side, as a share of it: a worn one less, a window more. */
const leastLeg = 0.055;
const mostLeg = 0.4;
/** The part of the triangle between these ends that must lie beneath, and how much more than it may: tears bend. */
const filled = 0.9;
const bulge = 1.8;
/** The square in a corner that shows what is there, as a share of the shorter side. */
const near = 0.025;
/** How far inside of a missing corner movement begins, as a share of the shorter side. */
const margin = 0.02;

/**
 * The part of a photographed print inside of its missing corners: nothing may move outside, as a movement would tear their
 * edges. Null if no corner is missing; one is, where something else is seen beyond the print: an even light area that fills
 * the corner and ends abruptly along a line from side to side, in a print of one ink (in colour photos of today that is a
 * window or a shirt). Scratches, flecks and worn corners within the print are damage, and may move.
 */
export function findTornCorners(picture: RgbPicture): HeldArea | null {
  const lab = toLab(picture);
  const depths = wholePicture.map((corner) => depthOf(lab, corner));
  if (depths.every((depth) => depth === 0) || !measureTones(picture).isMonochrome) return null;
  const [c0, c1, c2, c3] = wholePicture.map(({ x, y }, k): Place => {
    const inwards = depths[k]! + margin;
    return { x: x + (1 - 2 * x) * inwards, y: y + (1 - 2 * y) * inwards };
  });
  const corners: Corners = [c0!, c1!, c2!, c3!];
  return { corners, isOval: false };
}

/** The sample of median lightness close to a corner. */
function usualNear({ lightness: { width, height, data } }: LabPicture, corner: Place): number {
  const reach = Math.round(near * Math.min(width, height));
  const samples = Array.from({ length: reach * reach }, (_, k) => {
    const [across, down] = [1 + (k % reach), 1 + Math.floor(k / reach)];
    return (
      (corner.y === 0 ? down : height - 1 - down) * width + (corner.x === 0 ? across : width - 1 - across)
    );
  });
  samples.sort((i, j) => data[i]! - data[j]!);
  return samples[samples.length >> 1]!;
}

/** How far a missing corner reaches along the diagonal, as a share of it; 0 if it isn't missing. */
function depthOf(lab: LabPicture, corner: Place): number {
  const { width, height } = lab.lightness;
  const seed = usualNear(lab, corner);
  const [l, a, b] = [lab.lightness.data[seed]!, lab.a.data[seed]!, lab.b.data[seed]!];
  const isBare = l > light && Math.hypot(a, b) < maxChroma;
  if (!isBare) return 0;
  const difference = (i: number): number =>
    Math.hypot(lab.lightness.data[i]! - l, lab.a.data[i]! - a, lab.b.data[i]! - b);
  const patch = floodFrom([seed], width, height, (i) => difference(i) < sameTone);
  const fromCorner = (i: number): Place => ({
    x: Math.abs((i % width) / (width - 1) - corner.x),
    y: Math.abs(Math.floor(i / width) / (height - 1) - corner.y),
  });
  let [size, unlike, legX, legY, depth, edge, contrast] = [0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < patch.length; i++) {
    if (patch[i] === 0) continue;
    size++;
    unlike += difference(i);
    const { x, y } = fromCorner(i);
    if (y * height < 3) legX = Math.max(legX, x);
    if (x * width < 3) legY = Math.max(legY, y);
    depth = Math.max(depth, Math.min(1, (x + y) / 2));
    for (const step of [1, -1, width, -width]) {
      if (patch[i + step] !== 0) continue;
      edge++;
      contrast += Math.min(60, difference(i + 3 * step) || 0);
    }
  }
  const isCorner =
    Math.min(legX, legY) > leastLeg &&
    Math.max(legX, legY) < mostLeg &&
    size < ((bulge * legX * legY) / 2) * patch.length &&
    unlike < unevenness * size;
  if (!isCorner || contrast < minContrast * edge) return 0;
  let [within, there] = [0, 0];
  for (let i = 0; i < patch.length; i++) {
    const { x, y } = fromCorner(i);
    if (x / legX + y / legY > filled) continue;
    within++;
    there += patch[i]!;
  }
  return there > filled * within ? depth : 0;
}
