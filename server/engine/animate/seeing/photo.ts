import { limits } from '#shared/limits.ts';
import { type FrameSize, frameSizeFor, smallSizeFor } from '#shared/motion/frame-size.ts';
import { printSizeFor } from '#shared/print/print.ts';
import type { RgbPicture } from '#shared/motion/plane.ts';
import { sharp } from '#server/platform/image.ts';

/** Reads a prepared photo's size from its header. Throws sharp's error if it isn't an image. */
export async function readPhotoSize(path: string): Promise<FrameSize> {
  const { autoOrient } = await sharp(path).metadata();
  return { width: autoOrient.width, height: autoOrient.height };
}

/** Decodes a photo at the size of the frame. Throws sharp's error if it is damaged. */
export function decodeAtSize(path: string, size: FrameSize): Promise<RgbPicture> {
  return decode(path, size, 'lanczos3');
}

/** Decodes a photo at the size of its video's frame. Throws sharp's error if it is damaged. */
export async function decodeForFrame(path: string): Promise<RgbPicture> {
  return decodeAtSize(path, frameSizeFor(await readPhotoSize(path)));
}

/** Decodes a photo at the size used to detect prints. Throws sharp's error if it is damaged. */
export async function decodeForPrint(path: string): Promise<RgbPicture> {
  return decode(path, printSizeFor(await readPhotoSize(path)), 'cubic');
}

/** Decodes a photo at a small size, for the depth estimate of a frame of `size`; much faster than decoding it whole. */
export function decodeSmall(path: string, size: FrameSize): Promise<RgbPicture> {
  return decode(path, smallSizeFor(size), 'cubic');
}

/** Decodes a photo at its own size. Throws sharp's error if it is damaged. */
export async function decodeWhole(path: string): Promise<RgbPicture> {
  return decode(path, await readPhotoSize(path), 'lanczos3');
}

/** Writes a picture in the format of prepared photos: a JPEG in full colour, nearly lossless. */
export async function writePhoto(path: string, { width, height, data }: RgbPicture): Promise<void> {
  await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 97, chromaSubsampling: '4:4:4' })
    .toFile(path);
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
