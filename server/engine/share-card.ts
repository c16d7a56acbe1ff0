import pLimit from 'p-limit';
import { sharp } from '../platform/image.ts';

/** What messengers and networks show whole beside a link, in pixels. */
export const shareCardSize = { width: 1200, height: 630 };

const inset = 20;
/** Strangers ask for them: more than this wait. */
const atOnce = pLimit(2);

/**
 * A poster as the picture beside a link: all of it, with nobody's face cut, on a ground of its own colours. A JPEG. Throws where
 * the poster is no picture.
 */
export function makeShareCard(poster: Buffer): Promise<Buffer> {
  return atOnce(async () => {
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
  });
}
