import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { RgbPicture } from '#shared/motion/plane.ts';
import { sharp } from '#server/platform/image.ts';
import type { AnimationOutput } from './animation.ts';
import { type MarkPart, markPicture } from './watermark.ts';

/** Writes the posters as JPEG, at the photo's size by default. Made from the photo, as the first frame equals it. */
export async function writePosters(
  { clean, watermarked }: AnimationOutput['renditions'],
  photo: RgbPicture,
  mark: readonly MarkPart[],
  size: FrameSize = photo,
): Promise<void> {
  if (clean) await writePoster(photo, clean.poster, size);
  if (watermarked) await writePoster(markPicture(photo, mark), watermarked.poster, size);
}

async function writePoster(
  { data, width, height }: RgbPicture,
  path: string,
  size: FrameSize,
): Promise<void> {
  await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(size.width, size.height, { fit: 'fill' })
    .jpeg({ quality: 88 })
    .toFile(path);
}
