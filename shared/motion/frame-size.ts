import { limits } from '../limits.ts';

/** In pixels. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Samples on the shorter side of the picture used to estimate depth. */
const smallSide = 128;

/** The video's size for a photo of this size: a shorter side of 768, the photo's aspect, both sides even. */
export function frameSizeFor(photo: FrameSize): FrameSize {
  const side = limits.video.shorterSide;
  const longer = (ratio: number): number => 2 * Math.round((side * ratio) / 2);
  return photo.width >= photo.height
    ? { width: longer(photo.width / photo.height), height: side }
    : { width: side, height: longer(photo.height / photo.width) };
}

/** The size of the small picture used to estimate the depth of a frame. */
export function smallSizeFor({ width, height }: FrameSize): FrameSize {
  const scale = smallSide / Math.min(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
