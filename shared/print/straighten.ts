import { clampIndex, setCubicWeights } from '../motion/cubic-sample.ts';
import { type RgbPicture, toByte } from '../motion/plane.ts';
import type { Corners } from './print.ts';
import { projectInto, straightSize } from './projection.ts';

/**
 * Extracts the area between four corners as an upright picture, no larger than it was, without rotation and
 * perspective. Uses cubic convolution.
 */
export function straighten(picture: RgbPicture, corners: Corners): RgbPicture {
  const { width, height } = straightSize(corners, picture);
  const project = projectInto(corners);
  const data = new Uint8Array(3 * width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      const place = project((x + 0.5) / width, (y + 0.5) / height);
      sampleCubic(picture, place.x * picture.width - 0.5, place.y * picture.height - 0.5, data, i);
    }
  }
  return { width, height, data };
}

const weightsX = new Float64Array(4);
const weightsY = new Float64Array(4);

function sampleCubic(
  { width, height, data }: RgbPicture,
  x: number,
  y: number,
  target: Uint8Array,
  at: number,
): void {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  setCubicWeights(weightsX, x - left);
  setCubicWeights(weightsY, y - top);
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let j = 0; j < 4; j++) {
    const row = clampIndex(top - 1 + j, height) * width;
    for (let i = 0; i < 4; i++) {
      const weight = weightsX[i]! * weightsY[j]!;
      const k = 3 * (row + clampIndex(left - 1 + i, width));
      red += weight * data[k]!;
      green += weight * data[k + 1]!;
      blue += weight * data[k + 2]!;
    }
  }
  target[at] = toByte(red);
  target[at + 1] = toByte(green);
  target[at + 2] = toByte(blue);
}
