import { limits } from '#shared/limits.ts';
import type { Size } from '#shared/photo-header.ts';

/** A part of a picture, as fractions of its width and height. */
export interface CropBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The middle part that the video will show of a photo longer than 2:5 or 5:2; null if all of it is shown. */
export function centreCrop({ width, height }: Size): CropBox | null {
  const aspect = width / height;
  if (aspect > limits.photo.maxAspect) {
    const kept = limits.photo.maxAspect / aspect;
    return { left: (1 - kept) / 2, top: 0, width: kept, height: 1 };
  }
  if (aspect < limits.photo.minAspect) {
    const kept = aspect / limits.photo.minAspect;
    return { left: 0, top: (1 - kept) / 2, width: 1, height: kept };
  }
  return null;
}
