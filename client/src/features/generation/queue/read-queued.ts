import { type Photo, readPhoto } from '#client/lib/photo/read-photo.ts';
import type { QueuedPhoto } from './queue.ts';

/** In pixels: sharp enough for the grid on a high-density screen. */
const thumbWidth = 320;

/** Reads what the queue needs to know about a file, without keeping large data. Never rejects. */
export async function readQueued(file: File): Promise<Pick<QueuedPhoto, 'thumb' | 'state'>> {
  const read = await readPhoto(file);
  if (!read.ok) return { thumb: null, state: { is: 'refused', code: read.code } };
  return { thumb: thumbOf(read.photo), state: { is: 'ready' } };
}

function thumbOf({ views }: Photo): string | null {
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
