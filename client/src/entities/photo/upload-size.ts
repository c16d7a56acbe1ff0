import { limits } from '#shared/limits.ts';
import type { Size } from '#shared/photo-header.ts';

/** One and a half times what the animation uses, so that the second encoding loses nothing visible. */
const maxShorterSide = 1.5 * limits.video.shorterSide;

/**
 * The size at which a photo is uploaded: smaller only if its shorter side is much larger than needed; null for
 * unchanged.
 */
export function uploadSize({ width, height }: Size): Size | null {
  const shorter = Math.min(width, height);
  if (shorter <= maxShorterSide) return null;
  const scale = maxShorterSide / shorter;
  return {
    width: Math.max(maxShorterSide, Math.round(width * scale)),
    height: Math.max(maxShorterSide, Math.round(height * scale)),
  };
}
