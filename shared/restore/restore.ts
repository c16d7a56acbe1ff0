import type { RgbPicture } from '../motion/plane.ts';
import { fillIn } from './fill.ts';
import { type FaceOval, findMarks, type Marks } from './marks.ts';
import { measureTones, type Tones, withTones } from './tone.ts';

/** A restored photo. */
export interface Restored {
  readonly picture: RgbPicture;
  /** Whether the damage was obvious: faded, or scratched or folded all over. */
  readonly isPlain: boolean;
}

/**
 * Removes dust, scratches and folds from a picture and restores its tonal range and, for colour photos, its white
 * balance. Classical image processing: fills in only from the surrounding picture, and colourizes nothing. `faces` stay
 * unchanged except for scratches across them. Deterministic.
 */
export function restore(picture: RgbPicture, faces: readonly FaceOval[]): Restored {
  const marks = findMarks(picture, faces);
  const filled = fillIn(picture, marks.mask);
  const tones = measureTones(filled);
  return { picture: withTones(filled, tones), isPlain: isPlain(marks, tones) };
}

/** In a faded print, the darkest tone is no longer dark, and the range up to the lightest is small. */
function isPlain({ scratches }: Marks, { luma }: Tones): boolean {
  return scratches > 3.6 || (luma.dark > 45 && luma.light - luma.dark < 150);
}
