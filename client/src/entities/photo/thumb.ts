import { type Photo, readPhoto } from './read-photo.ts';

/** In pixels: sharp enough for a grid on a high-density screen. */
const thumbWidth = 320;

/** The photo's picture without a print's border, at most 320 pixels wide, as a data URL; null if the browser can't draw it. */
export function thumbOf({ views }: Photo): string | null {
  const { preview } = views.crop;
  const scale = Math.min(1, thumbWidth / preview.width);
  const [width, height] = [Math.round(preview.width * scale), Math.round(preview.height * scale)];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(preview, 0, 0, width, height);
  return canvas.toDataURL('image/jpeg', 0.8);
}

/** The same of a file; null if it can't be used. Never rejects. */
export async function readThumb(file: File): Promise<string | null> {
  const read = await readPhoto(file);
  return read.ok ? thumbOf(read.photo) : null;
}
