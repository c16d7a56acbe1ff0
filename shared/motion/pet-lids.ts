import type { PetHead } from '../vision/find-pets.ts';
import type { Spot } from '../vision/pet-eyes.ts';
import { greyOf } from './colour.ts';
import { cubicSamples } from './cubic-sample.ts';
import type { Eyes, Repaint } from './eyes.ts';
import { channelsOf, cutPatch, type Patch, patchAround } from './patch.ts';
import type { MovingPet } from './pets.ts';
import { clamp01, type RgbPicture, smoothstep, toByte } from './plane.ts';

/** A round eye in pixels of the photo; its own axes are tilted with the head. */
interface RoundEye {
  readonly x: number;
  readonly y: number;
  readonly cos: number;
  readonly sin: number;
  /** Half its width and half its height. */
  readonly across: number;
  readonly down: number;
}

/** Draws one eye with its lid lowered by 0 to 1. Reuses the same memory for each call; 0 equals the photo. */
interface LidPainter {
  readonly patch: Patch;
  paint(closure: number): Uint8Array;
}

/** In pixels at a shorter side of 768: below this radius, a lid would be two or three pixels high. */
const minRadius = 4;
/** How much of an eye beside its middle tells a slit from a round pupil, in its half widths. */
const besideReach = 0.2;
/** The fur above and below an eye that unfolds to cover it, in half heights of the eye. */
const furAbove = 3;
const furBelow = 1.3;
/** The part of it that isn't stretched: the lid's dark edge. */
const rigidEdge = 0.3;
/** Where the lids meet in the middle of the eye, in half heights below its centre. */
const meetingLine = 0.4;
/** How far the corners of the lids are from the middle of the eye, in its half widths. */
const corner = 1.3;

/** The lids of all animals in a photo whose eyes are round, open and alike. */
export function createPetEyes(photo: RgbPicture, pets: readonly Pick<MovingPet, 'pet' | 'rhythm'>[]): Eyes {
  const blinking = pets.flatMap(({ pet: { head }, rhythm }) => {
    const eyes = head ? openEyesOf(photo, head) : [];
    const painters = eyes.flatMap((eye) => createLidPainter(photo, eye) ?? []);
    return painters.length < 2 ? [] : [{ rhythm, painters, drawn: 0 }];
  });
  return (phase) =>
    blinking.flatMap((each): Repaint[] => {
      const closure = each.rhythm.blink(phase);
      if (closure === each.drawn) return [];
      each.drawn = closure;
      return each.painters.map(({ patch, paint }) => ({ patch, rgb: paint(closure) }));
    });
}

/** Whether an animal blinks. */
export const blinksAsPet = (photo: RgbPicture, head: PetHead): boolean => openEyesOf(photo, head).length > 0;

/** Both eyes of an animal if they are round, open, alike and in the picture, else none. */
function openEyesOf(photo: RgbPicture, { eyes, angle }: PetHead): RoundEye[] {
  const round = (eyes ?? []).flatMap((spot) => roundEyeAt(photo, spot, angle) ?? []);
  const [a, b] = round;
  return a && b && areAlike(a, b) && round.every((eye) => patchOf(eye, photo)) ? round : [];
}

function areAlike(a: RoundEye, b: RoundEye): boolean {
  const ratio = (one: number, other: number): number => Math.max(one, other) / Math.min(one, other);
  return ratio(a.across, b.across) < 1.5 && ratio(a.down, b.down) < 1.75;
}

/** The outline of the dark area around a spot. Null if it isn't as round as an open eye, or too small. */
export function roundEyeAt(photo: RgbPicture, spot: Spot, angle: number): RoundEye | null {
  const unit = Math.min(photo.width, photo.height) / 768;
  if (spot.radius < minRadius * unit) return null;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const steps = 24;
  const reach = 2.1 * spot.radius;
  const side = 2 * steps + 1;
  const place = (i: number): [number, number] => [
    (((i % side) - steps) / steps) * reach,
    ((Math.floor(i / side) - steps) / steps) * reach,
  ];
  const grey = Float32Array.from({ length: side * side }, (_, i) => {
    const [u, v] = place(i);
    const x = Math.round(spot.x + u * cos - v * sin);
    const y = Math.round(spot.y + u * sin + v * cos);
    const column = Math.min(photo.width - 1, Math.max(0, x));
    const row = Math.min(photo.height - 1, Math.max(0, y));
    return greyOf(photo.data, 3 * (row * photo.width + column));
  });
  const median = (isPart: (distance: number) => boolean): number => {
    const part = grey.filter((_, i) => isPart(Math.hypot(...place(i)) / spot.radius)).sort();
    return part[part.length >> 1] ?? 0;
  };
  const dark = median((distance) => distance < 0.6);
  const bright = median((distance) => distance > 1.6 && distance < 2.1);
  const limit = dark + 0.5 * (bright - dark);
  if (bright - dark < 25) return null;
  const isDark = new Uint8Array(grey.length);
  const middle = steps * side + steps;
  const pending = [middle];
  // A catchlight in the very middle must not stop it.
  for (const start of [-3, 3, -3 * side, 3 * side]) pending.push(middle + start);
  for (let i = pending.pop(); i !== undefined; i = pending.pop()) {
    if (isDark[i] === 1 || grey[i]! > limit || Math.hypot(...place(i)) > 1.8 * spot.radius) continue;
    isDark[i] = 1;
    pending.push(i - 1, i + 1, i - side, i + side);
  }
  const us: number[] = [];
  const vs: number[] = [];
  isDark.forEach((value, i) => {
    if (value === 0) return;
    const [u, v] = place(i);
    us.push(u);
    vs.push(v);
  });
  if (us.length < 30) return null;
  const ends = (values: number[]): [number, number] => {
    values.sort((a, b) => a - b);
    const cut = Math.floor(0.03 * values.length);
    return [values[cut]!, values.at(-1 - cut)!];
  };
  const [left, right] = ends(us);
  const [top, bottom] = ends(vs);
  const across = (1.12 * (right - left)) / 2;
  const down = (1.12 * (bottom - top)) / 2;
  const fills = us.length / ((Math.PI / 4) * (right - left) * (bottom - top) * (steps / reach) ** 2);
  if (down < 0.5 * across || down > 1.4 * across || fills < 0.72) return null;
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  /** Whether it is bright beside its middle, on one side: a catchlight, or on both an iris with a slit. */
  const shines = (side: -1 | 1): boolean => {
    const beside = grey.filter((_, i) => {
      const [x, y] = place(i);
      return Math.hypot(x - u - 0.5 * side * across, y - v) < besideReach * across;
    });
    return beside.reduce((sum, value) => sum + value, 0) > limit * beside.length;
  };
  if (shines(-1) && shines(1)) return null;
  return { x: spot.x + u * cos - v * sin, y: spot.y + u * sin + v * cos, cos, sin, across, down };
}

function patchOf({ x, y, cos, sin, across, down }: RoundEye, photo: RgbPicture): Patch | null {
  const corners = [-corner * across, corner * across].flatMap((u) =>
    [-(furAbove + 1) * down, (furBelow + 1) * down].map(
      (v) => [x + u * cos - v * sin, y + u * sin + v * cos] as const,
    ),
  );
  return patchAround(corners, photo);
}

const sampled = new Float64Array(3);

/** The fur above the eye unfolds over it, and some from below; the lids' own dark edges move unchanged. */
function createLidPainter(photo: RgbPicture, eye: RoundEye): LidPainter | null {
  const patch = patchOf(eye, photo);
  if (!patch) return null;
  const { width } = patch;
  const original = cutPatch(photo, patch);
  const channels = channelsOf(original, patch);
  const out = Uint8Array.from(original);
  const { cos, sin, across, down } = eye;
  return {
    patch,
    paint(closure) {
      out.set(original);
      if (closure < 1e-3) return out;
      for (let i = 0; i < width * patch.height; i++) {
        const [x, y] = [i % width, Math.floor(i / width)];
        const [dx, dy] = [patch.left + x - eye.x, patch.top + y - eye.y];
        const u = (dx * cos + dy * sin) / across;
        if (Math.abs(u) >= corner) continue;
        const v = (dy * cos - dx * sin) / down;
        // A little outside the round eye, and pointed at its corners, so that no fur is torn there.
        const within = 1 - (u / corner) ** 2;
        const bow = 1.08 * within ** 1.2;
        const meeting = meetingLine * within;
        const upper = { drop: closure * (meeting + bow), edge: -bow + closure * (meeting + bow) };
        const lower = { lift: closure * (bow - meeting), edge: bow - closure * (bow - meeting) };
        // Which lid covers this place, and by how much its fur is moved there, down or up.
        const isUpper = v < (upper.edge + lower.edge) / 2;
        const beyond = isUpper ? upper.edge - v : v - lower.edge;
        const moved = isUpper ? upper.drop : lower.lift;
        const span = moved + (isUpper ? furAbove : furBelow);
        if (beyond < -1 / down || beyond > span) continue;
        const unfolded = clamp01((beyond - rigidEdge) / (span - rigidEdge));
        const shift = moved * (1 - unfolded * unfolded * (3 - 2 * unfolded)) * down * (isUpper ? 1 : -1);
        const cover = smoothstep(-1 / down, 1 / down, beyond);
        cubicSamples(channels, x + shift * sin, y - shift * cos, sampled);
        for (let k = 0; k < 3; k++) {
          const at = 3 * i + k;
          out[at] = toByte(original[at]! + (sampled[k]! - original[at]!) * cover);
        }
      }
      return out;
    },
  };
}
