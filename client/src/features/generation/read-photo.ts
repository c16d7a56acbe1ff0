import type { ErrorCode } from '../../../../shared/errors.ts';
import { limits } from '../../../../shared/limits.ts';
import { centreCrop, type CropBox } from './photo-geometry.ts';
import { claimedSize, type Size, sniffPhoto } from './photo-header.ts';

/** A photo that passed every check, with an address to show it by; whoever drops it revokes the address. */
export interface Photo {
  file: File;
  url: string;
  size: Size;
  crop: CropBox | null;
}

export type ReadPhoto = { ok: true; photo: Photo } | { ok: false; code: ErrorCode };

const refused = (code: ErrorCode): ReadPhoto => ({ ok: false, code });

function limitBroken({ width, height }: Size): ErrorCode | null {
  if (width * height > limits.photo.maxPixels) return 'image_too_many_pixels';
  return Math.min(width, height) < limits.photo.minShorterSide ? 'image_too_small' : null;
}

/** Checks a chosen file as the server will, by its content, before anything travels. Never throws. */
export async function readPhoto(file: File): Promise<ReadPhoto> {
  const start = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  if (!sniffPhoto(start)) return refused('invalid_file_type');
  if (file.size > limits.photo.maxBytes) return refused('file_too_large');

  const claimed = claimedSize(new Uint8Array(await file.arrayBuffer()));
  const early = claimed && limitBroken(claimed);
  if (early) return refused(early);

  const url = URL.createObjectURL(file);
  const size = await decodedSize(url);
  const late = size ? limitBroken(size) : 'image_broken';
  if (!size || late) {
    URL.revokeObjectURL(url);
    return refused(late ?? 'image_broken');
  }
  return { ok: true, photo: { file, url, size, crop: centreCrop(size) } };
}

/** The size as shown, turned upright; null for a picture that can't be decoded. */
async function decodedSize(url: string): Promise<Size | null> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    return null;
  }
}
