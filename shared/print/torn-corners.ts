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
/** Share of the picture that a missing corner covers, and of each side that it may reach along. */
const least = 0.0006;
const most = 0.06;
const maxReach = 0.4;
/** How far from the corner it begins, as a share of the shorter side. */
const near = 0.035;
/** How far inside of a missing corner movement begins, as a share of the shorter side. */
const margin = 0.02;

/**
 * The part of a photographed print inside of its missing corners: nothing may move outside, as a movement would tear their
 * edges. Null if no corner is missing; one is, where an even light patch in it ends abruptly, in a print of one ink: in colour
 * photos of today that is a window or a shirt.
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

/** The lightest sample close to a corner: around a torn one, a dark scanner may be seen. */
function lightestNear({ lightness: { width, height, data } }: LabPicture, corner: Place): number {
  const reach = Math.round(near * Math.min(width, height));
  let best = -1;
  for (let down = 1; down <= reach; down++) {
    for (let across = 1; across <= reach; across++) {
      const x = corner.x === 0 ? across : width - 1 - across;
      const y = corner.y === 0 ? down : height - 1 - down;
      const i = y * width + x;
      if (best < 0 || data[i]! > data[best]!) best = i;
    }
  }
  return best;
}

/** How far a missing corner reaches along the diagonal, as a share of it; 0 if it isn't missing. */
function depthOf(lab: LabPicture, corner: Place): number {
  const { width, height } = lab.lightness;
  const seed = lightestNear(lab, corner);
  const [l, a, b] = [lab.lightness.data[seed]!, lab.a.data[seed]!, lab.b.data[seed]!];
  const isBare = l > light && Math.hypot(a, b) < maxChroma;
  if (!isBare) return 0;
  const difference = (i: number): number =>
    Math.hypot(lab.lightness.data[i]! - l, lab.a.data[i]! - a, lab.b.data[i]! - b);
  const patch = floodFrom([seed], width, height, (i) => difference(i) < sameTone);
  let [size, reachX, reachY, depth, edge, contrast] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < patch.length; i++) {
    if (patch[i] === 0) continue;
    size++;
    const x = Math.abs((i % width) / width - corner.x);
    const y = Math.abs(Math.floor(i / width) / height - corner.y);
    reachX = Math.max(reachX, x);
    reachY = Math.max(reachY, y);
    depth = Math.max(depth, Math.min(1, (x + y) / 2));
    for (const step of [1, -1, width, -width]) {
      if (patch[i + step] !== 0) continue;
      edge++;
      contrast += Math.min(60, difference(i + 3 * step) || 0);
    }
  }
  const share = size / patch.length;
  const isCorner = share > least && share < most && reachX < maxReach && reachY < maxReach;
  return isCorner && contrast > minContrast * edge ? depth : 0;
}
