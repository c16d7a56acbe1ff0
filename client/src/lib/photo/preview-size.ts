import { limits } from '../../../../shared/limits.ts';
import type { Size } from './photo-header.ts';

/** A preview is as large as fits into this: enough for a phone or a column, little enough for software rendering. */
const bounds: Size = { width: 640, height: 960 };
/** No photo that anybody takes needs more to show its middle. */
const widestDecoding = 4096;

/** The size of the preview of a picture of this size; smaller pictures are shown larger. */
export function previewSize({ width, height }: Size): Size {
  const scale = Math.min(bounds.width / width, bounds.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/**
 * The width at which a file is decoded, so that the middle of a very long photo is still as wide as a preview, whichever
 * way up its metadata turn it. `claimed` is the size before any turning.
 */
export function decodingWidth(claimed: Size): number {
  const aspect = Math.max(claimed.width / claimed.height, claimed.height / claimed.width);
  return Math.min(widestDecoding, Math.round(bounds.width * Math.max(1, aspect / limits.photo.maxAspect)));
}

/** The claimed size the way up in which it was decoded: of both ways the one whose aspect is nearer to the `decoded`. */
export function uprightSize(claimed: Size, decoded: Size): Size {
  const turned = { width: claimed.height, height: claimed.width };
  const distance = (size: Size) =>
    Math.abs(Math.log(size.width / size.height) - Math.log(decoded.width / decoded.height));
  return distance(turned) < distance(claimed) ? turned : claimed;
}
