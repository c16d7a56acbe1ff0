import { limits } from '#shared/limits.ts';
import type { Size } from '#shared/photo-header.ts';
import { callWorker } from './preview/call-worker.ts';
import { canvasIsTrue } from './canvas-truth.ts';
import { readHeicFile } from './heic-file.ts';
import type { HeicAnswer, HeicQuestion } from './heic-worker.ts';
import { withProfile } from './jpeg-profile.ts';
import { uploadSize } from './upload-size.ts';

/** A photo of 48 megapixels takes several seconds; anything that takes far longer is not a photo. In milliseconds. */
const longest = 180_000;

/** The name of the JPEG made from a photo. */
const jpegName = (name: string) => `${name.replace(/\.hei[cf]s?$/i, '')}.jpg`;

/** The JPEG of a HEIC photo, or why there is none. */
export type HeicResult = File | 'heic_unreadable' | 'image_too_many_pixels';

/**
 * Converts a HEIC photo to an upright JPEG, no larger than it is needed: in the browser if it reads HEIC (Safari),
 * otherwise with libheif in a worker that is terminated afterwards (decision 075). Nothing leaves the device. Rejects if
 * the file can't be read any more.
 */
export async function jpegOfHeic(file: File): Promise<HeicResult> {
  const { size, profile, hdr } = readHeicFile(new Uint8Array(await file.arrayBuffer()));
  if (size && size.width * size.height > limits.photo.maxPixels) return 'image_too_many_pixels';
  // It can only be sent as what a canvas makes of it.
  if (!(await canvasIsTrue())) return 'heic_unreadable';
  const own = await decodeInBrowser(file, size).catch(() => null);
  const answer = own ? { jpeg: own } : await decodeInWorker({ file, hdr });
  if (answer === 'too-many-pixels') return 'image_too_many_pixels';
  if (answer === 'unreadable') return 'heic_unreadable';
  // Browsers convert colours to sRGB; libheif leaves them as they are, and HDR has been tone-mapped.
  const parts =
    own || !profile ? [answer.jpeg] : withProfile(new Uint8Array(await answer.jpeg.arrayBuffer()), profile);
  return new File(parts, jpegName(file.name), { type: 'image/jpeg', lastModified: file.lastModified });
}

/** Straight to the size that is needed, because the canvas of phones ends at 16.7 megapixels. */
async function decodeInBrowser(file: File, size: Size | null): Promise<Blob> {
  const needed = size && uploadSize(size);
  // Whether the picture is turned is not known yet: its width may become either side.
  const options = needed ? { resizeWidth: Math.max(needed.width, needed.height) } : {};
  const bitmap = await createImageBitmap(file, { resizeQuality: 'high', ...options });
  try {
    const { width, height } = uploadSize(bitmap) ?? bitmap;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    canvas.getContext('2d', { alpha: false })?.drawImage(bitmap, 0, 0, width, height);
    const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.92));
    if (!jpeg) throw new Error('There is no memory for a canvas');
    return jpeg;
  } finally {
    bitmap.close();
  }
}

async function decodeInWorker(photo: HeicQuestion): Promise<HeicAnswer> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' });
  return callWorker<HeicAnswer>(worker, photo, longest).catch(() => 'unreadable');
}
