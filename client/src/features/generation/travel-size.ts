import { limits } from '../../../../shared/limits.ts';
import type { Size } from '../../lib/photo/photo-header.ts';

/** Half as much again as the animation uses, so that nothing is lost to the second encoding. */
const enoughShorterSide = 1.5 * limits.video.shorterSide;

/** The size at which a photo travels: smaller only where its shorter side is far more than needed; null: as it is. */
export function travelSize({ width, height }: Size): Size | null {
  const shorter = Math.min(width, height);
  if (shorter <= enoughShorterSide) return null;
  const scale = enoughShorterSide / shorter;
  return {
    width: Math.max(enoughShorterSide, Math.round(width * scale)),
    height: Math.max(enoughShorterSide, Math.round(height * scale)),
  };
}
