import { type RgbPicture, toByte } from '#shared/motion/plane.ts';

/** Converts planar Y'CbCr 4:2:0, BT.709 limited range, to RGB (ITU-R BT.709). */
export function toRgb(yuv: Uint8Array, width: number, height: number): RgbPicture {
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    const chroma = width * height + (Math.floor(i / width) >> 1) * (width >> 1) + ((i % width) >> 1);
    const y = (255 / 219) * (yuv[i]! - 16);
    const u = (255 / 224) * (yuv[chroma]! - 128);
    const v = (255 / 224) * (yuv[chroma + (width * height) / 4]! - 128);
    data[3 * i] = toByte(y + 1.5748 * v);
    data[3 * i + 1] = toByte(y - 0.1873 * u - 0.4681 * v);
    data[3 * i + 2] = toByte(y + 1.8556 * u);
  }
  return { width, height, data };
}
