import { eyeIndices, points as at } from '../vision/landmarks.ts';
import { type Eye, eyeOf } from './eye.ts';
import { glassesIn } from './glasses.ts';
import type { Head } from './head.ts';
import { toLashLine } from './lash-line.ts';
import { measureLid } from './lid-region.ts';
import { type RgbPicture, smoothstep } from './plane.ts';

/** The reason why a person doesn't blink. */
export type BlinkGate = 'small' | 'shut' | 'turned' | 'unequal' | 'covered' | 'glasses';

/** In pixels at a shorter side of 768: below this, a lid is only two pixels high. */
const minEyeSize = 8;
/** An eye whose opening is less than this share of its width is shut, or nearly. */
const minOpening = 0.1;
/** Openings of eyes that laugh or squint, and of open ones. */
const narrowed = { from: 0.13, to: 0.18 } as const;
/** The share of a blink and of a glance in narrowed eyes. */
const inNarrowed = { blink: 0.5, gaze: 1 / 3 } as const;
/** If the nose is this much closer to one cheek than to the other, or an eye this much narrower, one eye is hidden. */
const maxTurned = 4;
const minWidths = 0.6;
/** If one eye is open this much less than the other, its outline or its lid is in doubt. */
const minOpenings = 0.6;
/** If more of a lid is dark, a fringe hangs over it, or a shadow without detail lies on it. */
const maxDark = 0.3;

export interface EyesVerdict {
  /** Why the lids stay as they are, or null. */
  readonly gate: BlinkGate | null;
  /** How far the lids close in a blink, 0 to 1. */
  readonly blink: number;
  /** The share of a full glance, 0 to 1. */
  readonly gaze: number;
  /** Both eyes, because one alone would be a wink, or a squint. */
  readonly eyes: readonly [Eye, Eye];
  /** How visible the rims of glasses are, see `glassesIn`. */
  readonly glasses: number;
}

/**
 * Decides whether a person's lids and gaze can be moved without artifacts, regardless of skin, age and damage. Each has
 * its own criteria: eyes behind glasses don't blink but look, and eyes that laugh do a little of both.
 */
export function judgeEyes(photo: RgbPicture, head: Head): EyesVerdict {
  const unit = Math.min(photo.width, photo.height) / 768;
  const meshed = [eyeOf(head.face, eyeIndices[0]), eyeOf(head.face, eyeIndices[1])] as const;
  const glasses = glassesIn(photo, head);
  const least = Math.min(...meshed.map(({ opening }) => opening));
  const hiddenBy = (): BlinkGate | null => {
    if (meshed.some((eye) => eye.width < minEyeSize * unit)) return 'small';
    if (turnOf(head) > maxTurned || smallerShare(meshed.map(({ width }) => width)) < minWidths)
      return 'turned';
    return least < minOpening ? 'shut' : null;
  };
  const hidden = hiddenBy();
  if (hidden) return { gate: hidden, blink: 0, gaze: 0, eyes: meshed, glasses };
  const lids = meshed.map((eye) => measureLid(photo, eye));
  const doubtful = (): BlinkGate | null => {
    if (smallerShare(meshed.map(({ opening, width }) => opening * width)) < minOpenings) return 'unequal';
    if (lids.some(({ dark }) => dark > maxDark)) return 'covered';
    return glasses > 1 ? 'glasses' : null;
  };
  const gate = doubtful();
  const open = smoothstep(narrowed.from, narrowed.to, least);
  const share = (narrow: number): number => narrow + (1 - narrow) * open;
  const seen = (i: 0 | 1): Eye => ({ ...toLashLine(photo, meshed[i]), brow: lids[i]!.brow });
  return {
    gate,
    blink: gate ? 0 : share(inNarrowed.blink),
    gaze: share(inNarrowed.gaze),
    eyes: [seen(0), seen(1)],
    glasses,
  };
}

/** The smaller of two sizes as a share of the larger. */
function smallerShare(sizes: readonly number[]): number {
  return Math.min(...sizes) / Math.max(1e-3, ...sizes);
}

/** The ratio of the nose's distances to the two temples, 1 or more. */
function turnOf({ face: { points } }: Head): number {
  const distance = (a: number): number =>
    Math.hypot(points[3 * a]! - points[3 * at.noseTip]!, points[3 * a + 1]! - points[3 * at.noseTip + 1]!);
  const [left, right] = [distance(at.leftTemple), distance(at.rightTemple)];
  return Math.max(left, right) / Math.max(1e-3, Math.min(left, right));
}
