import type { RgbPicture } from '../motion/plane.ts';
import { fillIn } from './fill.ts';
import { type FaceOval, findMarks, type Marks } from './marks.ts';
import { measureTones, type Tones, withTones } from './tone.ts';

/** A photo without what time has done to it. */
export interface Restored {
  readonly picture: RgbPicture;
  /** Whether the damage was plain: faded, or scratched or folded all over. */
  readonly isPlain: boolean;
}

/**
 * Takes dust, scratches and folds off a picture and gives it back its range of tones and, where it is in colour, its
 * balance. Classical image processing: nothing is added that is not around it in the picture, and nothing is coloured.
 * `faces` are left alone but for scratches across them. Deterministic.
 */
export function restore(picture: RgbPicture, faces: readonly FaceOval[]): Restored {
  const marks = findMarks(picture, faces);
  const filled = fillIn(picture, marks.mask);
  const tones = measureTones(filled);
  return { picture: withTones(filled, tones), isPlain: isPlain(marks, tones) };
}

/** Of a faded print the darkest is no longer dark, and little is left between it and the lightest. */
function isPlain({ scratches }: Marks, { luma }: Tones): boolean {
  return scratches > 3.6 || (luma.dark > 45 && luma.light - luma.dark < 150);
}
