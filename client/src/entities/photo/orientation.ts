import { exifOrientation } from './exif.ts';

/** How a decoded picture still lies: an EXIF orientation, 1 to 8. */
export type Orientation = number;
export const upright: Orientation = 1;

/** A lossless WebP of 2 x 1 pixels with the EXIF orientation 6. */
const held =
  'UklGRlAAAABXRUJQVlA4WAoAAAAIAAAAAQAAAAAAVlA4TA8AAAAvAQAAAAcQ/Y/+ByKi/wEARVhJRhoAAABJSSoACAAAAAEAEgEDAAEAAAAGAAAAAAAAAA==';

let turnsWebp: Promise<boolean> | undefined;

/** Whether this browser turns a WebP as its EXIF says, as it does with other formats: Chromium does not. */
async function browserTurnsWebp(): Promise<boolean> {
  const bytes = Uint8Array.from(atob(held), (letter) => letter.charCodeAt(0));
  const { width, height } = await createImageBitmap(new Blob([bytes], { type: 'image/webp' }));
  return width < height;
}

/** How a WebP lies once this browser has decoded it. */
export async function webpOrientation(bytes: Uint8Array): Promise<Orientation> {
  const orientation = exifOrientation(bytes);
  if (orientation === upright) return upright;
  return (await (turnsWebp ??= browserTurnsWebp())) ? upright : orientation;
}

/** A canvas's transformation for each orientation of a picture of this size (EXIF 2.32, section 4.6.4.A). */
const transformations: Record<
  number,
  (width: number, height: number) => [number, number, number, number, number, number]
> = {
  2: (width) => [-1, 0, 0, 1, width, 0],
  3: (width, height) => [-1, 0, 0, -1, width, height],
  4: (_width, height) => [1, 0, 0, -1, 0, height],
  5: () => [0, 1, 1, 0, 0, 0],
  6: (_width, height) => [0, 1, -1, 0, height, 0],
  7: (width, height) => [0, -1, -1, 0, height, width],
  8: (width) => [0, -1, 1, 0, 0, width],
};

/** Decodes a picture and turns it upright. Rejects like `createImageBitmap`. */
export async function decodeUpright(
  file: Blob,
  orientation: Orientation,
  options: ImageBitmapOptions,
): Promise<ImageBitmap> {
  const bitmap = await createImageBitmap(file, options);
  const transformation = transformations[orientation];
  if (!transformation) return bitmap;
  const { width, height } = bitmap;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = orientation >= 5 ? [height, width] : [width, height];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no memory for a canvas');
  context.setTransform(...transformation(width, height));
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return createImageBitmap(canvas);
}
