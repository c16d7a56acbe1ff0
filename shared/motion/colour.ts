import { createPlane, type Plane, type RgbPicture } from './plane.ts';

/** A picture in CIE L*a*b*: lightness 0 to 100, a and b around 0. */
export interface LabPicture {
  readonly lightness: Plane;
  readonly a: Plane;
  readonly b: Plane;
}

const linearLight = Float32Array.from({ length: 256 }, (_, i) => {
  const value = i / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** The grey value of the RGB triple at `i`, in the same levels (luma of ITU-R BT.601). */
export function greyOf(rgb: ArrayLike<number>, i = 0): number {
  return 0.299 * rgb[i]! + 0.587 * rgb[i + 1]! + 0.114 * rgb[i + 2]!;
}

/** sRGB (D65) to CIE L*a*b* (IEC 61966-2-1, CIE 15). */
export function toLab(picture: RgbPicture): LabPicture {
  const { width, height, data } = picture;
  const lightness = createPlane(width, height);
  const a = createPlane(width, height);
  const b = createPlane(width, height);
  for (let i = 0; i < width * height; i++) {
    const red = linearLight[data[3 * i]!]!;
    const green = linearLight[data[3 * i + 1]!]!;
    const blue = linearLight[data[3 * i + 2]!]!;
    const x = labCurve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
    const y = labCurve(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    const z = labCurve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
    lightness.data[i] = 116 * y - 16;
    a.data[i] = 500 * (x - y);
    b.data[i] = 200 * (y - z);
  }
  return { lightness, a, b };
}

function labCurve(t: number): number {
  return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116;
}
