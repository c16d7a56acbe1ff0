import type { Pet, PetHead } from '../vision/find-pets.ts';
import { type Area, createMovement, type Grid, type Movement } from './grid.ts';
import type { PetRhythm } from './pet-rhythm.ts';
import { ownShare } from './own-share.ts';
import { smoothstep } from './plane.ts';
import { turnSolid } from './turn-solid.ts';

/** An animal of a photo, in pixels of the frame, and its rhythm. */
export interface MovingPet {
  readonly pet: Pet;
  readonly rhythm: PetRhythm;
  /** True if it doesn't move, lids included. */
  readonly rests: boolean;
}

/** A head that belongs to somebody else. */
interface Neighbour {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** The maximum rotations in radians, at natural liveliness, and their limits. Animals tilt their heads more than we. */
const turns = { yaw: 0.125, nod: 0.07, roll: 0.066 } as const;
const mostLively = 1.2;
/** Between two heads, the share of the way over which the movements of one give way to those of the other. */
const border = { from: 0.42, to: 0.58 } as const;
/** How far a head extends from the centre of its face, in radii. */
const room = 2.3;
/** How far the topmost part of an animal whose face wasn't found sways, as a share of its height. */
const swing = 0.02;

/**
 * The movements of one animal: its head turns, nods and tilts as a solid with its ears, and its body breathes. If its
 * face wasn't found, the upper part of its body sways a little about the lower one. `presence` is the probability of
 * the subject at each vertex, `others` are the heads beside it, which don't move along.
 */
export function movePet(
  grid: Grid,
  { pet, rhythm }: Pick<MovingPet, 'pet' | 'rhythm'>,
  liveliness: number,
  presence: Float32Array,
  others: readonly Neighbour[],
): Movement[] {
  const { head } = pet;
  const amount = Math.min(mostLively, liveliness);
  return [
    breathe(grid, pet, rhythm, amount, presence),
    ...(head
      ? moveHead(grid, head, rhythm, amount, others)
      : [swayBody(grid, pet, rhythm, amount, presence)]),
  ];
}

function moveHead(
  grid: Grid,
  head: PetHead,
  rhythm: PetRhythm,
  amount: number,
  others: readonly Neighbour[],
): Movement[] {
  const [cos, sin] = [Math.cos(head.angle), Math.sin(head.angle)];
  const { radius } = head;
  const reach = room * radius;
  const area: Area = {
    left: head.x - reach,
    right: head.x + reach,
    top: head.y - reach,
    bottom: head.y + reach,
  };
  const own = ownShare(head, others, border);
  const depth = (x: number, y: number): number => {
    const u = ((x - head.x) * cos + (y - head.y) * sin) / radius;
    const v = ((y - head.y) * cos - (x - head.x) * sin) / radius;
    const distance = Math.hypot(u, v);
    const dome =
      0.5 * Math.sqrt(Math.max(0, 1 - (distance / 1.25) ** 2)) * (1 - smoothstep(0.9, 1.25, distance));
    const around = 0.14 * (1 - smoothstep(1, room, distance));
    const muzzle = 0.22 * Math.exp(-(u * u + (v - 0.35) ** 2) / 0.14);
    return (Math.max(dome, around) + muzzle) * radius * own(x, y);
  };
  const weight = (x: number, y: number): number =>
    (1 - smoothstep(1, room, Math.hypot(x - head.x, y - head.y) / radius)) * own(x, y);
  const neck = { x: head.x - 0.9 * radius * sin, y: head.y + 0.9 * radius * cos };
  const most = { yaw: turns.yaw * amount, nod: turns.nod * amount, roll: turns.roll * amount };
  return turnSolid(grid, { cos, sin, neck, area, depth, weight }, rhythm, most);
}

/** The body swells and sinks: below the head if it was found, else in the middle of what is seen. */
function breathe(grid: Grid, pet: Pet, rhythm: PetRhythm, amount: number, presence: Float32Array): Movement {
  const { head, left, top, right, bottom } = pet;
  const size = head ? 1.6 * head.radius : 0.4 * Math.min(right - left, bottom - top);
  const chest = head
    ? { x: head.x, y: Math.min(bottom, head.y + 2 * head.radius) }
    : { x: (left + right) / 2, y: (top + bottom) / 2 };
  return createMovement(
    grid,
    rhythm.breath,
    (x, y, i) => {
      const u = (x - chest.x) / size;
      const v = (y - chest.y) / size;
      const around = Math.exp(-(u * u + v * v)) * (0.4 + 0.6 * presence[i]!) * amount;
      return [-0.016 * size * Math.max(-1, Math.min(1, u)) * around, 0.014 * size * around];
    },
    {
      left: chest.x - 2.2 * size,
      right: chest.x + 2.2 * size,
      top: chest.y - 2.2 * size,
      bottom: chest.y + 2.2 * size,
    },
  );
}

/** From nothing at the middle of its height to the full swing at its top. */
function swayBody(grid: Grid, pet: Pet, rhythm: PetRhythm, amount: number, presence: Float32Array): Movement {
  const { left, top, right, bottom } = pet;
  const [width, height] = [right - left, bottom - top];
  const soft = 0.3 * Math.min(width, height);
  return createMovement(
    grid,
    rhythm.yaw,
    (x, y, i) => {
      const across = smoothstep(-soft, 0.2 * soft, Math.min(x - left, right - x));
      const up = smoothstep(0.72, 0.08, (y - top) / height) * smoothstep(-soft, 0, y - top);
      return [-swing * amount * height * across * up * (0.3 + 0.7 * presence[i]!), 0];
    },
    { left: left - soft, right: right + soft, top: top - soft, bottom },
  );
}
