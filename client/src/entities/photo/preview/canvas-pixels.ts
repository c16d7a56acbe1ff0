import type { RgbPicture } from '#shared/motion/plane.ts';

/** The RGB bytes of a canvas. Throws if the browser has no memory for them. */
export function rgbOf(canvas: HTMLCanvasElement): Uint8Array {
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('There is no memory for a canvas');
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const rgb = new Uint8Array((3 * data.length) / 4);
  for (let i = 0, k = 0; i < data.length; i += 4, k += 3) {
    rgb[k] = data[i]!;
    rgb[k + 1] = data[i + 1]!;
    rgb[k + 2] = data[i + 2]!;
  }
  return rgb;
}

/** Converts RGB bytes to RGBA with full opacity. */
export function opaque(rgb: Uint8Array): Uint8Array {
  const rgba = new Uint8Array((4 * rgb.length) / 3);
  for (let i = 0, k = 0; i < rgba.length; i += 4, k += 3) {
    rgba[i] = rgb[k]!;
    rgba[i + 1] = rgb[k + 1]!;
    rgba[i + 2] = rgb[k + 2]!;
    rgba[i + 3] = 255;
  }
  return rgba;
}

/** Draws a canvas or an image at another size and returns its bytes. */
export function pictureOf(
  source: HTMLCanvasElement | HTMLImageElement,
  width: number,
  height: number,
): RgbPicture {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('There is no memory for a canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, width, height);
  return { width, height, data: rgbOf(canvas) };
}
