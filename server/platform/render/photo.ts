import type { Sharp } from 'sharp';
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

/** Decodes a photo once, at the size of the frame, and once more small for the depth estimate. */
export async function decodePhoto(
  path: string,
  size: FrameSize,
): Promise<{ frame: RgbPicture; small: RgbPicture }> {
  const frame = await toRgb(
    sharp(path, { limitInputPixels: limits.photo.maxPixels }).autoOrient().removeAlpha(),
    size,
    'lanczos3',
  );
  const scale = smallSide / Math.min(size.width, size.height);
  const small = await toRgb(
    sharp(frame.data, { raw: { ...size, channels: 3 } }),
    { width: Math.round(size.width * scale), height: Math.round(size.height * scale) },
    'cubic',
  );
  return { frame, small };
}

async function toRgb(picture: Sharp, size: FrameSize, kernel: 'lanczos3' | 'cubic'): Promise<RgbPicture> {
  const data = await picture
    .resize(size.width, size.height, { fit: 'fill', kernel })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return { ...size, data };
}
