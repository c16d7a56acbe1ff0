import { limits } from '../../../../shared/limits.ts';
import type { Size } from '../../lib/photo/photo-header.ts';

/** One and a half times what the animation uses, so that the second encoding loses nothing visible. */
const enoughShorterSide = 1.5 * limits.video.shorterSide;

/**
 * The size at which a photo is uploaded: smaller only if its shorter side is much larger than needed; null for
 * unchanged.
 */
export function travelSize({ width, height }: Size): Size | null {
  const shorter = Math.min(width, height);
  if (shorter <= enoughShorterSide) return null;
  const scale = enoughShorterSide / shorter;
  return {
    width: Math.max(enoughShorterSide, Math.round(width * scale)),
    height: Math.max(enoughShorterSide, Math.round(height * scale)),
  };
}
