import type { Photo } from '../../lib/photo/read-photo.ts';
import { travelSize } from './travel-size.ts';

const jpegQuality = 0.92;

/**
 * The file that travels: a photo far larger than the animation needs is turned upright and scaled down, as a JPEG
 * on white. The original where that brings nothing, or where the browser fails at it.
 */
export async function shrinkPhoto({ file, size }: Pick<Photo, 'file' | 'size'>): Promise<File> {
  const target = travelSize(size);
  if (!target) return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    // A browser that does not turn the picture would send it lying down.
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
