import { centreCrop, type CropBox } from './centre-crop.ts';
import type { Size } from '#shared/photo-header.ts';
import { decodeUpright, type Orientation } from './orientation.ts';
import { decodingWidth, previewSize, uprightSize } from './preview-size.ts';

export interface DecodedPhoto {
  /** Of the whole photo, upright. */
  readonly size: Size;
  /** The part that the video shows; null if that is all of it. */
  readonly crop: CropBox | null;
  /** That part at preview size, upright and on white. Not GPU-accelerated, since its pixels are read back. */
  readonly preview: HTMLCanvasElement;
}

/**
 * Decodes a photo no larger than its preview needs, off the main thread. `claimed` is the size in its header, or null
 * if unknown; `orientation`, how it lies once the browser has decoded it. Rejects if the browser can't decode it.
 */
export async function decodePreview(
  file: Blob,
  claimed: Size | null,
  orientation: Orientation,
): Promise<DecodedPhoto> {
  // Only the width is given: the browser rotates the picture upright and keeps its aspect ratio.
  const bitmap = await decodeUpright(file, orientation, {
    ...(claimed && { resizeWidth: decodingWidth(claimed), resizeQuality: 'medium' }),
  });
  try {
    const size = claimed ? uprightSize(claimed, bitmap) : { width: bitmap.width, height: bitmap.height };
    const crop = centreCrop(size);
    return { size, crop, preview: drawPart(bitmap, crop ?? { left: 0, top: 0, width: 1, height: 1 }) };
  } finally {
    bitmap.close();
  }
}

function drawPart(bitmap: ImageBitmap, { left, top, width, height }: CropBox): HTMLCanvasElement {
  const part = { width: bitmap.width * width, height: bitmap.height * height };
  const [x, y] = [bitmap.width * left, bitmap.height * top];
  const canvas = Object.assign(document.createElement('canvas'), previewSize(part));
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('There is no memory for a canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, x, y, part.width, part.height, 0, 0, canvas.width, canvas.height);
  return canvas;
}
