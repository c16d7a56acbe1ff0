import type { ErrorCode } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { seedBytes, seedOf } from '#shared/motion/seed.ts';
import { isHeic, isMovingWebp, type PhotoHeader, readHeader, sniffPhoto } from '#shared/photo-header.ts';
import { fetchPart } from '#client/lib/fetch-part.ts';
import { type DecodedPhoto, decodePreview } from './decode-preview.ts';
import { exifDay } from './exif.ts';
import type { HeicResult } from './heic.ts';
import { isUnreadable } from '#sdk/unreadable.ts';
import { type Orientation, upright, webpOrientation } from './orientation.ts';

/** A photo that passed every check, and what is known about the chosen file. */
export interface JudgedPhoto extends DecodedPhoto {
  /** The file as it was chosen. */
  readonly original: File;
  /** The same photo in a format that every browser shows. */
  readonly file: File;
  /** How `file` lies once the browser has decoded it. */
  readonly orientation: Orientation;
  /** Determines the photo's movement: the same for the same chosen file. */
  readonly seed: number;
  /** The day on which it was taken, by its camera: `2019-08-21`; null if unknown. */
  readonly takenOn: string | null;
}

export type Judgement<Photo> = { ok: true; photo: Photo } | { ok: false; code: ErrorCode };

const refused = (code: ErrorCode) => ({ ok: false as const, code });

function limitBroken({ width, height, reducible }: PhotoHeader): ErrorCode | null {
  if (width * height > (reducible ? limits.photo.maxPixels : limits.photo.maxPixelsUnreduced))
    return 'image_too_many_pixels';
  return Math.min(width, height) < limits.photo.minShorterSide ? 'image_too_small' : null;
}

/**
 * Checks a chosen file as the server will, by its content, and decodes its preview: the one way in for every page.
 * Nothing leaves the device. Never throws.
 */
export async function judgePhoto(original: File): Promise<Judgement<JudgedPhoto>> {
  try {
    // Enough for the header of nearly every photo, its EXIF and its embedded thumbnail included.
    const start = await bytesOf(original, seedBytes);
    const type = sniffPhoto(start);
    if (!type && !isHeic(start)) return refused('invalid_file_type');
    if (original.size > limits.photo.maxBytes) return refused('file_too_large');
    // Only in a JPEG does EXIF always stand at the beginning.
    const bytes = type === 'image/jpeg' ? start : await bytesOf(original, original.size);
    if (type === 'image/webp' && isMovingWebp(bytes)) return refused('invalid_file_type');
    const file = type ? original : await jpegOf(original);
    if (typeof file === 'string') return refused(file);
    const orientation = type === 'image/webp' ? await webpOrientation(bytes) : upright;
    return await decode(file, { original, seed: seedOf(start), takenOn: exifDay(bytes), orientation });
  } catch (error) {
    return refused(isUnreadable(error) ? 'file_unreadable' : 'image_broken');
  }
}

async function decode(
  file: File,
  { orientation, ...facts }: Pick<JudgedPhoto, 'original' | 'seed' | 'takenOn' | 'orientation'>,
): Promise<Judgement<JudgedPhoto>> {
  const header = readHeader(await bytesOf(file, seedBytes)) ?? readHeader(await bytesOf(file, file.size));
  const early = header && limitBroken(header);
  if (early) return refused(early);
  const decoded = await decodePreview(file, header, orientation);
  const late = limitBroken({ ...decoded.size, reducible: header?.reducible ?? true });
  return late ? refused(late) : { ok: true, photo: { file, orientation, ...facts, ...decoded } };
}

/** The server does not accept HEIC: everything after this uses a JPEG of the photo. */
async function jpegOf(photo: File): Promise<HeicResult | 'service_unavailable'> {
  // Without the code for it nothing is known of the photo, which may be sound.
  const heic = await fetchPart(() => import('./heic.ts')).catch(() => null);
  return heic ? heic.jpegOfHeic(photo) : 'service_unavailable';
}

async function bytesOf(file: File, count: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, count).arrayBuffer());
}
