import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { MarkPart } from '../animate/watermark.ts';

/** The mark as one full frame of straight-alpha RGBA bytes, for ffmpeg's overlay. Later parts cover earlier ones. */
export function overlayOf(mark: readonly MarkPart[], { width, height }: FrameSize): Uint8Array {
  const cover = new Float32Array(width * height);
  const light = new Float32Array(width * height);
  for (const { left, top, alpha, white } of mark) {
    for (let i = 0; i < alpha.data.length; i++) {
      const pixel = (top + Math.floor(i / alpha.width)) * width + left + (i % alpha.width);
      const a = alpha.data[i]!;
      cover[pixel] = 1 - (1 - cover[pixel]!) * (1 - a);
      light[pixel] = light[pixel]! * (1 - a) + white.data[i]!;
    }
  }
  const bytes = new Uint8Array(4 * width * height);
  for (let pixel = 0; pixel < cover.length; pixel++) {
    const a = cover[pixel]!;
    bytes.fill(a > 0 ? Math.round((255 * light[pixel]!) / a) : 0, 4 * pixel, 4 * pixel + 3);
    bytes[4 * pixel + 3] = Math.round(255 * a);
  }
  return bytes;
}
