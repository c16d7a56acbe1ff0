import type { RgbPicture } from '#shared/motion/plane.ts';

/** Limited-range BT.709 luma of an RGB picture, computed independently of the kernel (ITU-R BT.709). */
export function lumaOf({ data, width, height }: RgbPicture): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const luma = 0.2126 * data[3 * i]! + 0.7152 * data[3 * i + 1]! + 0.0722 * data[3 * i + 2]!;
    return Math.round(16 + (219 * luma) / 255);
  });
}
