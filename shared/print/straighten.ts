import type { RgbPicture } from '../motion/plane.ts';
import type { Corners } from './print.ts';
import { projectInto, straightSize } from './projection.ts';

/**
 * What four corners of a picture enclose, as an upright picture of its own, no larger than it was: rotation and
 * perspective are taken out. Sampled by cubic convolution (Keys, 1981, a = -0.5).
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
  setWeights(weightsX, x - left);
  setWeights(weightsY, y - top);
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let j = 0; j < 4; j++) {
    const row = Math.min(height - 1, Math.max(0, top - 1 + j)) * width;
    for (let i = 0; i < 4; i++) {
      const weight = weightsX[i]! * weightsY[j]!;
      const k = 3 * (row + Math.min(width - 1, Math.max(0, left - 1 + i)));
      red += weight * data[k]!;
      green += weight * data[k + 1]!;
      blue += weight * data[k + 2]!;
    }
  }
  target[at] = toByte(red);
  target[at + 1] = toByte(green);
  target[at + 2] = toByte(blue);
}

function setWeights(weights: Float64Array, t: number): void {
  const tt = t * t;
  const ttt = tt * t;
  weights[0] = -0.5 * ttt + tt - 0.5 * t;
  weights[1] = 1.5 * ttt - 2.5 * tt + 1;
  weights[2] = -1.5 * ttt + 2 * tt + 0.5 * t;
  weights[3] = 0.5 * ttt - 0.5 * tt;
}

function toByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : Math.round(value);
}
