import { limits } from '../../../shared/limits.ts';
import { type FrameSize, smallSizeFor } from '../../../shared/motion/frame-size.ts';
import type { RgbPicture } from '../../../shared/motion/plane.ts';
import { sharp } from '../../platform/image.ts';

/** Reads a prepared photo's size from its header. Throws sharp's error if it is no picture. */
export async function readPhotoSize(path: string): Promise<FrameSize> {
  const { autoOrient } = await sharp(path).metadata();
  return { width: autoOrient.width, height: autoOrient.height };
}

/** Decodes a photo at the size of the frame. Throws sharp's error if it is damaged. */
export function decodeAtSize(path: string, size: FrameSize): Promise<RgbPicture> {
  return decode(path, size, 'lanczos3');
}

/** Decodes a photo small, for the depth estimate of a frame of `size`; much faster than the whole. */
export function decodeSmall(path: string, size: FrameSize): Promise<RgbPicture> {
  return decode(path, smallSizeFor(size), 'cubic');
}

async function decode(path: string, size: FrameSize, kernel: 'lanczos3' | 'cubic'): Promise<RgbPicture> {
  const data = await sharp(path, { limitInputPixels: limits.photo.maxPixels })
    .autoOrient()
    .removeAlpha()
    .resize(size.width, size.height, { fit: 'fill', kernel })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return { ...size, data };
}
