import { smoothBlur } from './blur.ts';
import type { LabPicture } from './colour.ts';
import { floodFrom } from './flood.ts';
import { type Plane, planeLike } from './plane.ts';

const toleranceInLightness = 9;

/**
 * Finds the even border of a print: a black mat, a white margin, the corners around an oval portrait. Returns 1 where
 * the border is (grown by `growth` samples into the picture), 0 elsewhere; all 0 if there is none. A plain backdrop
 * doesn't count: a border covers all four sides and leaves most of the picture free.
 */
export function findPrintBorder(picture: LabPicture, growth: number): Plane {
  const { width, height } = picture.lightness;
  const tone = smoothBlur(picture.lightness, 1).data;
  const rim = rimIndices(width, height);
  const rimTones = rim.map((i) => tone[i]!).sort((p, q) => p - q);
  const usual = rimTones[rimTones.length >> 1]!;
  const isBorderTone = (i: number): boolean => Math.abs(tone[i]! - usual) < toleranceInLightness;
  const border = floodFrom(rim.filter(isBorderTone), width, height, isBorderTone);
  const share = border.reduce((sum, value) => sum + value, 0) / border.length;
  if (share < 0.01 || share > 0.5 || !coversAllSides(border, width, height)) {
    return planeLike(picture.lightness, () => 0);
  }
  const grown = smoothBlur(
    planeLike(picture.lightness, (i) => border[i]!),
    growth,
  ).data;
  return planeLike(picture.lightness, (i) => (grown[i]! > 0.03 ? 1 : 0));
}

function rimIndices(width: number, height: number): number[] {
  const indices: number[] = [];
  for (let x = 0; x < width; x++) indices.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y++) indices.push(y * width, y * width + width - 1);
  return indices;
}

function coversAllSides(border: Uint8Array, width: number, height: number): boolean {
  const needed = 0.7;
  const covered = (count: number, index: (k: number) => number): boolean => {
    let sum = 0;
    for (let k = 0; k < count; k++) sum += border[index(k)]!;
    return sum >= needed * count;
  };
  return (
    covered(width, (x) => x) &&
    covered(width, (x) => (height - 1) * width + x) &&
    covered(height, (y) => y * width) &&
    covered(height, (y) => y * width + width - 1)
  );
}
