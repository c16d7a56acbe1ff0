import type { RgbPicture } from '../../shared/motion/plane.ts';

/** Planar Y'CbCr 4:2:0, BT.709 limited range, as RGB (ITU-R BT.709). */
export function toRgb(yuv: Uint8Array, width: number, height: number): RgbPicture {
  const data = new Uint8Array(3 * width * height);
  const level = (value: number) => Math.max(0, Math.min(255, Math.round(value)));
  for (let i = 0; i < width * height; i++) {
    const chroma = width * height + (Math.floor(i / width) >> 1) * (width >> 1) + ((i % width) >> 1);
    const y = (255 / 219) * (yuv[i]! - 16);
    const u = (255 / 224) * (yuv[chroma]! - 128);
    const v = (255 / 224) * (yuv[chroma + (width * height) / 4]! - 128);
    data[3 * i] = level(y + 1.5748 * v);
    data[3 * i + 1] = level(y - 0.1873 * u - 0.4681 * v);
    data[3 * i + 2] = level(y + 1.8556 * u);
  }
  return { width, height, data };
}
