import { limits } from '#shared/limits.ts';
import type { Size } from '#shared/photo-header.ts';

/** A preview fits into this: enough for a phone or a column, small enough for software rendering. */
const bounds: Size = { width: 640, height: 960 };
/** No real photo needs more to show its middle. */
const widestDecoding = 4096;

/** The size of the preview of a picture of this size; smaller pictures are enlarged. */
export function previewSize({ width, height }: Size): Size {
  const scale = Math.min(bounds.width / width, bounds.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/**
 * The width at which to decode a file so that the middle of a very long photo is still as wide as a preview, whatever
 * the rotation in its metadata. `claimed` is the size before rotation.
 */
export function decodingWidth(claimed: Size): number {
  const aspect = Math.max(claimed.width / claimed.height, claimed.height / claimed.width);
  return Math.min(widestDecoding, Math.round(bounds.width * Math.max(1, aspect / limits.photo.maxAspect)));
}

/**
 * The claimed size in the orientation in which it was decoded: the one whose aspect ratio is closer to that of
 * `decoded`.
 */
export function uprightSize(claimed: Size, decoded: Size): Size {
  const turned = { width: claimed.height, height: claimed.width };
  const distance = (size: Size) =>
    Math.abs(Math.log(size.width / size.height) - Math.log(decoded.width / decoded.height));
  return distance(turned) < distance(claimed) ? turned : claimed;
}
