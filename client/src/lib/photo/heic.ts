import { limits } from '../../../../shared/limits.ts';
import { callWorker } from '../living-photo/call-worker.ts';

/** A photo of 40 megapixels takes a few seconds; anything that takes far longer is not a photo. In milliseconds. */
const longest = 60_000;

/** The name of the JPEG made from a photo. */
const jpegName = (name: string) => `${name.replace(/\.hei[cf]s?$/i, '')}.jpg`;

/**
 * Converts a HEIC photo to an upright JPEG: in the browser if it reads HEIC (Safari), otherwise with libheif in a
 * worker that is terminated afterwards (decision 112). Nothing leaves the device. Rejects if neither can, or if the
 * photo has more pixels than allowed.
 */
export async function jpegOfHeic(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  const jpeg = bitmap ? await encode(bitmap) : await decodeInWorker(file);
  return new File([jpeg], jpegName(file.name), { type: 'image/jpeg', lastModified: file.lastModified });
}

async function encode(bitmap: ImageBitmap): Promise<Blob> {
  const { width, height } = bitmap;
  try {
    if (width * height > limits.photo.maxPixels) throw new Error('The photo has too many pixels');
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    canvas.getContext('2d', { alpha: false })?.drawImage(bitmap, 0, 0);
    const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.92));
    if (!jpeg) throw new Error('There is no memory for a canvas');
    return jpeg;
  } finally {
    bitmap.close();
  }
}

async function decodeInWorker(file: File): Promise<Blob> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' });
  const jpeg = await callWorker<Blob | null>(worker, file, longest);
  if (!jpeg) throw new Error('The photo can’t be decoded');
  return jpeg;
}
