import type { Face } from '../vision/face-mesh.ts';
import { faceOval, points as at } from '../vision/landmarks.ts';
import { type Area, createMovement, type Grid, type Movement } from './grid.ts';
import type { FrameSize } from './frame-size.ts';
import { ownShare } from './own-share.ts';
import { smoothstep } from './plane.ts';
import type { Rhythm } from './rhythm.ts';
import { turnSolid } from './turn-solid.ts';

const surfacePoints = 468;

/**
 * A head in pixels of the frame, with its own axes: `u` to its left as the camera sees it (right in the picture), `v`
 * towards its chin.
 */
export interface Head {
  readonly face: Face;
  readonly cos: number;
  readonly sin: number;
  /** The centre of the face's surface. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function headOf(face: Face): Head {
  const { points, angle } = face;
  const middle = (axis: 0 | 1): number =>
    [at.leftTemple, at.rightTemple, at.forehead, at.chin].reduce((sum, i) => sum + points[3 * i + axis]!, 0) /
    4;
  const between = (a: number, b: number): number =>
    Math.hypot(points[3 * a]! - points[3 * b]!, points[3 * a + 1]! - points[3 * b + 1]!);
  const height = between(at.forehead, at.chin);
  return {
    face,
    cos: Math.cos(angle),
    sin: Math.sin(angle),
    x: middle(0),
    y: middle(1),
    // Seen from the side, a head is as deep as it would be wide from the front.
    width: Math.max(between(at.leftTemple, at.rightTemple), 0.75 * height),
    height,
  };
}

/** The maximum rotations in radians, and a full smile as a multiple of a slight one, at natural liveliness. */
const turns = {
  yaw: (5.2 * Math.PI) / 180,
  nod: (2.8 * Math.PI) / 180,
  roll: (1.3 * Math.PI) / 180,
  smile: 1.25,
};
/** Limits of a large head's rotation, at any liveliness. */
const maxYaw = (6 * Math.PI) / 180;
const maxNod = (3 * Math.PI) / 180;
/**
 * Small heads move more, to be seen in a group: in full from the first width on (pixels at a shorter side of 768), at
 * half of it twice as much, up to the limits.
 */
const growth = { turnFrom: 110, mostTurn: 2, rollFrom: 140, mostRoll: 3.6 } as const;
/** Heads below the first width move by themselves, those above the second one together with their neighbours, too. */
const apart = { below: 110, above: 140 } as const;
/** Between two of them, the share of the way over which the movements of one give way to those of the other. */
const border = { from: 0.2, to: 0.8 } as const;

/** A head's width in pixels at a shorter side of 768. */
function usualWidth({ width }: Head, frame: FrameSize): number {
  return (width * 768) / Math.min(frame.width, frame.height);
}

const grown = (width: number, from: number, most: number): number =>
  Math.min(most, Math.max(1, from / width));

/** The furthest turn of a head to either side, in radians. */
export function yawOf(head: Head, frame: FrameSize, liveliness: number): number {
  return (
    grown(usualWidth(head, frame), growth.turnFrom, growth.mostTurn) *
    Math.min(maxYaw, turns.yaw * liveliness)
  );
}

/** How far a head extends from the centre of its face, in face widths and heights. */
const room = 1.9;

/**
 * The movements of one head, over the vertices around it: it turns, nods and tilts as a solid with depth, with hair and
 * neck following, smiles slightly, and rises with the breath. `liveliness` scales all of it. A small head is not moved
 * by `others`, nor moves them.
 */
export function moveHead(
  grid: Grid,
  head: Head,
  rhythm: Rhythm,
  liveliness: number,
  smiles: boolean,
  others: readonly Head[] = [],
): Movement[] {
  const { cos, sin } = head;
  const area: Area = {
    left: head.x - room * head.width,
    right: head.x + room * head.width,
    top: head.y - room * head.height,
    bottom: head.y + room * head.height,
  };
  const depth = createHeadDepth(head, grid.cellSize);
  const neck = { x: head.x - 0.85 * head.height * sin, y: head.y + 0.85 * head.height * cos };
  const frame = { width: grid.frameWidth, height: grid.frameHeight };
  const width = usualWidth(head, frame);
  const yaw = yawOf(head, frame, liveliness);
  const nod = grown(width, growth.turnFrom, growth.mostTurn) * Math.min(maxNod, turns.nod * liveliness);
  const roll = grown(width, growth.rollFrom, growth.mostRoll) * turns.roll * liveliness;
  const own = shareAmong(head, others, width);
  const depths = new Map<number, number>();
  const depthAt = (x: number, y: number, i: number): number => {
    const known = depths.get(i) ?? depth(x, y) * own(x, y);
    depths.set(i, known);
    return known;
  };
  const weight = (x: number, y: number): number => {
    const u = (x - head.x) / (0.95 * head.width);
    const v = (y - head.y + 0.1 * head.height) / (0.95 * head.height);
    return (1 - smoothstep(0.55, 1.35, Math.hypot(u, v))) * own(x, y);
  };
  const movements = [
    ...turnSolid(grid, { cos, sin, neck, area, depth: depthAt, weight }, rhythm, { yaw, nod, roll }),
    createMovement(grid, rhythm.breath, (x, y) => [0, 0.006 * head.height * liveliness * weight(x, y)], area),
  ];
  if (smiles)
    movements.push(createMovement(grid, rhythm.smile, smileOf(head, turns.smile * liveliness), area));
  return movements;
}

/** How far each position takes part in the movements of a head of this width among `others`. */
function shareAmong(head: Head, others: readonly Head[], width: number): (x: number, y: number) => number {
  const alone = smoothstep(apart.above, apart.below, width);
  const circle = ({ x, y, width: across }: Head) => ({ x, y, radius: across / 2 });
  const near = others.filter(
    (other) =>
      other !== head &&
      Math.hypot(other.x - head.x, other.y - head.y) < 2 * room * (head.width + other.width),
  );
  if (alone === 0 || near.length === 0) return () => 1;
  const own = ownShare(circle(head), near.map(circle), border);
  return (x, y) => 1 - alone * (1 - own(x, y));
}

/**
 * The depth of each position of a head in pixels, 0 where it doesn't turn with the head: the surface of the face
 * according to its points, decreasing outwards over hair, ears and neck.
 */
function createHeadDepth(head: Head, cellSize: number): (x: number, y: number) => number {
  const { face, width, height, cos, sin } = head;
  const { points } = face;
  const rim = faceOval.reduce((sum, i) => sum + points[3 * i + 2]!, 0) / faceOval.length;
  const surface = Array.from({ length: surfacePoints }, (_, i) => ({
    x: points[3 * i]!,
    y: points[3 * i + 1]!,
    depth: Math.min(Math.max(0, rim - points[3 * i + 2]!), 0.75 * width),
  }));
  const outline = faceOval.map((i) => {
    const [x, y] = [points[3 * i]! - head.x, points[3 * i + 1]! - head.y];
    return { angle: Math.atan2(y, x), distance: Math.hypot(x, y) };
  });
  outline.sort((a, b) => a.angle - b.angle);
  const spread = Math.max(0.045 * width, 0.6 * cellSize);
  return (x, y) => {
    const dx = x - head.x;
    const dy = y - head.y;
    const beyond = Math.hypot(dx, dy) / outlineAt(outline, Math.atan2(dy, dx));
    if (beyond > room) return 0;
    const inside = beyond < 1.12 ? surfaceDepth(surface, x, y, spread) : 0;
    // The neck turns less than hair and ears.
    const down = (dy * cos - dx * sin) / height;
    const reach = 1.85 - 0.35 * smoothstep(0.2, 0.6, down);
    const around = 0.085 * width * (1 - smoothstep(1, reach, beyond));
    const share = smoothstep(0.88, 1.12, beyond);
    return Math.max(inside, 0.5 * around) * (1 - share) + around * share;
  };
}

interface OutlinePoint {
  readonly angle: number;
  readonly distance: number;
}

/** The distance from the face's centre to its outline in one direction. */
function outlineAt(outline: readonly OutlinePoint[], angle: number): number {
  const next = outline.findIndex((point) => point.angle > angle);
  const to = outline[Math.max(0, next)]!;
  const from = outline.at(next <= 0 ? -1 : next - 1)!;
  const span = (to.angle - from.angle + 2 * Math.PI) % (2 * Math.PI) || 1;
  const share = ((angle - from.angle + 2 * Math.PI) % (2 * Math.PI)) / span;
  return Math.max(1, from.distance + (to.distance - from.distance) * Math.min(1, share));
}

/** The mean depth of the points around a position, weighted by a Gaussian. */
function surfaceDepth(
  surface: readonly { x: number; y: number; depth: number }[],
  x: number,
  y: number,
  spread: number,
): number {
  let sum = 0;
  let weights = 1e-9;
  for (const point of surface) {
    const distance = ((point.x - x) ** 2 + (point.y - y) ** 2) / (2 * spread * spread);
    if (distance > 9) continue;
    const weight = Math.exp(-distance);
    sum += weight * point.depth;
    weights += weight;
  }
  return sum / weights;
}

/** The corners of the mouth move out and up, and raise the cheeks. */
function smileOf(head: Head, amount: number): (x: number, y: number) => readonly [number, number] {
  const { points } = head.face;
  const { cos, sin, width } = head;
  const pulls = [
    { point: at.leftMouthCorner, u: -0.02, v: -0.022, reach: 0.085 },
    { point: at.rightMouthCorner, u: 0.02, v: -0.022, reach: 0.085 },
    { point: at.leftCheek, u: -0.004, v: -0.01, reach: 0.1 },
    { point: at.rightCheek, u: 0.004, v: -0.01, reach: 0.1 },
    { point: at.underLip, u: 0, v: 0.003, reach: 0.09 },
  ];
  return (x, y) => {
    let u = 0;
    let v = 0;
    for (const pull of pulls) {
      const dx = (x - points[3 * pull.point]!) / (pull.reach * width);
      const dy = (y - points[3 * pull.point + 1]!) / (pull.reach * width);
      const weight = Math.exp(-(dx * dx + dy * dy) / 2) * width * amount;
      u -= pull.u * weight;
      v -= pull.v * weight;
    }
    return [u * cos - v * sin, u * sin + v * cos];
  };
}

/** Whether the lips are closed, since a smile with open lips would have to show teeth that weren't photographed. */
export function isMouthClosed(head: Head): boolean {
  const { points } = head.face;
  const gap = Math.hypot(
    points[3 * at.innerUpperLip]! - points[3 * at.innerLowerLip]!,
    points[3 * at.innerUpperLip + 1]! - points[3 * at.innerLowerLip + 1]!,
  );
  return gap < 0.025 * head.height;
}
