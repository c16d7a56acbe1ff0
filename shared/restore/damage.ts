import { greyOf } from '../motion/colour.ts';
import { planeLike, type RgbPicture } from '../motion/plane.ts';
import { findCracks } from './cracks.ts';
import type { FaceOval } from './face-oval.ts';
import { findMarks } from './marks.ts';
import { isWorn, type Tones } from './tone.ts';

/** What is broken on a picture: cracks, folds, scratches and dust. */
export interface Damage {
  /** 1 where the picture is damaged. */
  readonly mask: Uint8Array;
  /** The width of the broadest line at each damaged sample, in samples; 0 for a speck. */
  readonly breadth: Float32Array;
  /** The length of all lines, as a multiple of the picture's shorter side. */
  readonly length: number;
}

/** So many specks are dust. */
const dusty = 60;

/**
 * Finds the damage on a picture. Straight scratches count only where cracks or fading show that the picture is a worn
 * print, and specks there or if there are very many: on any other picture they may be what it shows.
 */
export function findDamage(picture: RgbPicture, tones: Tones, faces: readonly FaceOval[]): Damage {
  const luma = planeLike(picture, (i) => greyOf(picture.data, 3 * i));
  const hasWornTones = isWorn(tones);
  const cracks = findCracks(luma, tones.luma, faces, hasWornTones);
  const { scratches, breadth, length, specks, count } = findMarks(luma, faces);
  const isScratched = cracks.length > 0 || hasWornTones;
  const isDusty = isScratched || count >= dusty;
  const mask = cracks.mask.map(
    (value, i) => value | (isScratched ? scratches[i]! : 0) | (isDusty ? specks[i]! : 0),
  );
  return {
    mask,
    breadth: cracks.breadth.map((value, i) => (isScratched ? Math.max(value, breadth[i]!) : value)),
    length: cracks.length + (isScratched ? length : 0),
  };
}
