import type { ErrorCode } from '../../../../shared/errors.ts';
import { limits } from '../../../../shared/limits.ts';
import { seedOf } from '../../../../shared/motion/seed.ts';
import { fetchPart } from '../fetch-part.ts';
import { type DecodedPhoto, decodePreview } from './decode-preview.ts';
import { type PhotoViews, viewsOf } from './print-views.ts';
import { isHeic, readHeader, type Size, sniffPhoto } from '../../../../shared/photo-header.ts';

/** A photo that passed every check. */
export interface Photo extends Omit<DecodedPhoto, 'preview'> {
  readonly file: File;
  readonly views: PhotoViews;
  /** Determines the photo's movement: the same for the same file. */
  readonly seed: number;
}

export type ReadPhoto = { ok: true; photo: Photo } | { ok: false; code: ErrorCode };

/** Enough for the header of nearly every photo, its embedded thumbnail included. */
const typicalHeaderBytes = 256 * 1024;

const refused = (code: ErrorCode): ReadPhoto => ({ ok: false, code });

function limitBroken({ width, height }: Size): ErrorCode | null {
  if (width * height > limits.photo.maxPixels) return 'image_too_many_pixels';
  return Math.min(width, height) < limits.photo.minShorterSide ? 'image_too_small' : null;
}

/**
 * Checks a chosen file as the server will, by its content, and decodes its preview. Nothing leaves the device. Never
 * throws.
 */
export async function readPhoto(file: File): Promise<ReadPhoto> {
  try {
    const start = await bytesOf(file, typicalHeaderBytes);
    if (isHeic(start)) return await readHeic(file);
    if (!sniffPhoto(start)) return refused('invalid_file_type');
    if (file.size > limits.photo.maxBytes) return refused('file_too_large');

    const claimed = readHeader(start) ?? readHeader(await bytesOf(file, file.size));
    const early = claimed && limitBroken(claimed);
    if (early) return refused(early);

    const { preview, ...decoded } = await decodePreview(file, claimed);
    const late = limitBroken(decoded.size);
    if (late) return refused(late);
    return { ok: true, photo: { file, seed: seedOf(start), ...decoded, views: viewsOf(preview) } };
  } catch {
    // It can't be decoded, or the file was removed after it was chosen.
    return refused('image_broken');
  }
}

/** The server does not accept HEIC: everything from here on uses a JPEG of the photo. */
async function readHeic(file: File): Promise<ReadPhoto> {
  if (file.size > limits.photo.maxBytes) return refused('file_too_large');
  const { jpegOfHeic } = await fetchPart(() => import('./heic.ts'));
  const jpeg = await jpegOfHeic(file).catch(() => null);
  return jpeg ? readPhoto(jpeg) : refused('heic_unreadable');
}

async function bytesOf(file: File, count: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, count).arrayBuffer());
}
