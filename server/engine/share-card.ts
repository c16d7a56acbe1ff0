import { sharp } from '../platform/image.ts';

/** The preview image size that messengers and social networks show uncropped, in pixels. */
export const shareCardSize = { width: 1200, height: 630 };

const inset = 20;

/**
 * The link preview image for a poster: the whole poster, with no faces cut off, on a background of its own colours. A
 * JPEG. Throws if the poster isn't an image.
 */
export async function makeShareCard(poster: Buffer): Promise<Buffer> {
  const { width, height } = shareCardSize;
  const inside = { width: width - 2 * inset, height: height - 2 * inset, fit: 'inside' } as const;
  const whole = await sharp(poster).resize(inside).toBuffer();
  return sharp(poster)
    .resize({ width: 120, height: 63, fit: 'cover' })
    .blur(6)
    .modulate({ brightness: 0.6, saturation: 0.8 })
    .resize({ width, height, kernel: 'cubic' })
    .composite([{ input: whole, gravity: 'centre' }])
    .jpeg({ quality: 85 })
    .toBuffer();
}
