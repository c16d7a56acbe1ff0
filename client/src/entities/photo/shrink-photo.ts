import type { JudgedPhoto } from './judge-photo.ts';
import { canvasIsTrue } from './canvas-truth.ts';
import { decodeUpright } from './orientation.ts';
import { uploadSize } from './upload-size.ts';

const jpegQuality = 0.92;

/** A photo as it is sent: its file, and what that file no longer tells, as fields of a form. */
export interface SentPhoto {
  image: File;
  facts: { seed: string; takenOn?: string };
}

/** The photo as every page sends it. Never rejects. */
export async function photoToSend(
  photo: Pick<JudgedPhoto, 'file' | 'orientation' | 'size' | 'seed' | 'takenOn'>,
): Promise<SentPhoto> {
  const { seed, takenOn } = photo;
  return {
    image: await shrinkPhoto(photo),
    facts: { seed: `${seed}`, ...(takenOn !== null && { takenOn }) },
  };
}

/**
 * The file to upload: a photo much larger than the animation needs is rotated upright and scaled down, as a JPEG on
 * white. Returns the given file if that gains nothing, or if the browser fails or would alter the picture.
 */
async function shrinkPhoto({
  file,
  orientation,
  size,
}: Pick<JudgedPhoto, 'file' | 'orientation' | 'size'>): Promise<File> {
  const target = uploadSize(size);
  if (!target || !(await canvasIsTrue())) return file;
  try {
    const bitmap = await decodeUpright(file, orientation, { imageOrientation: 'from-image' });
    // A browser that does not apply the rotation would send it sideways.
    if (bitmap.width !== size.width || bitmap.height !== size.height) return file;
    const canvas = document.createElement('canvas');
    canvas.width = target.width;
    canvas.height = target.height;
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) return file;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, target.width, target.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, target.width, target.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', jpegQuality),
    );
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/\.\w+$/, '') + '.jpg', { type: 'image/jpeg' });
  } catch {
    return file;
  }
}
