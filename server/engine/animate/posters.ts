import type { RgbPicture } from '../../../shared/motion/plane.ts';
import { sharp } from '../../platform/image.ts';
import type { AnimationOutput } from './animation.ts';
import { type MarkPart, markPicture } from './watermark.ts';

/** Writes the posters as JPEG. The first frame is the photo, so they are made from the photo itself. */
export async function writePosters(
  { clean, watermarked }: AnimationOutput['renditions'],
  photo: RgbPicture,
  mark: readonly MarkPart[],
): Promise<void> {
  if (clean) await writePoster(photo, clean.poster);
  if (watermarked) await writePoster(markPicture(photo, mark), watermarked.poster);
}

async function writePoster({ data, width, height }: RgbPicture, path: string): Promise<void> {
  await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toFile(path);
}
