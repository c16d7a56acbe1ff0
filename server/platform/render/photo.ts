import { limits } from '../../../shared/limits.ts';
import type { RgbPicture } from '../../../shared/motion/plane.ts';
import { sharp } from '../image.ts';

/** Samples on the shorter side of the picture that depth is estimated from. */
const smallSide = 128;

export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** The video's size for a photo of this size: shorter side 768, the photo's aspect, both sides even. */
export function frameSizeFor(photo: FrameSize): FrameSize {
  const side = limits.video.shorterSide;
  const longer = (ratio: number): number => 2 * Math.round((side * ratio) / 2);
  return photo.width >= photo.height
    ? { width: longer(photo.width / photo.height), height: side }
    : { width: side, height: longer(photo.height / photo.width) };
}

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
  const scale = smallSide / Math.min(size.width, size.height);
  const small = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
  return decode(path, small, 'cubic');
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
