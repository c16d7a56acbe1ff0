import type { RgbPicture } from '../motion/plane.ts';
import { findDamage } from './damage.ts';
import type { FaceOval } from './face-oval.ts';
import { fillIn } from './fill.ts';
import { keepBetter } from './judge-fill.ts';
import { withoutPurple } from './purple.ts';
import { isFaded, measureTones, withTones } from './tone.ts';

/** A restored photo. */
export interface Restored {
  readonly picture: RgbPicture;
  /** Whether the damage was obvious: faded, cracked or folded. */
  readonly isPlain: boolean;
}

/** Lines longer than this, as a multiple of the picture's shorter side, are obvious. */
const obvious = 0.5;

/**
 * Removes dust, scratches, cracks and folds from a picture and restores its tonal range and, for colour photos, its
 * white balance. Classical image processing: fills in only from the surrounding picture, and colourizes nothing. On
 * `faces` only narrow lines on bare skin are filled in; of wider ones, only the tone changes. Deterministic.
 */
export function restore(picture: RgbPicture, faces: readonly FaceOval[]): Restored {
  const { mask, breadth, length } = findDamage(picture, measureTones(picture), faces);
  const filled = mask.includes(1)
    ? keepBetter(picture, fillIn(picture, { mask, breadth }, faces), mask)
    : picture;
  const tones = measureTones(filled);
  const toned = withoutPurple(withTones(filled, tones), tones);
  return { picture: toned, isPlain: length > obvious || isFaded(tones) };
}
