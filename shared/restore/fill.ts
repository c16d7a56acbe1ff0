import { type RgbPicture, smoothstep, toByte } from '../motion/plane.ts';
import { bridgeGap } from './bridge.ts';
import { bareSkinOf } from './bare-skin.ts';
import type { Damage } from './damage.ts';
import { type FaceOval, isWithin, narrow } from './face-oval.ts';

/** The longest way across a gap, in pixels at a shorter side of 768. */
const widest = 24;
/** Around each sample, in pixels at 768, what is finer counts as grain. */
const grainSize = 2;
/** In 8-bit levels: stronger grain is another mark. */
const mostGrain = 12;
/** Levels by which both sides of a gap in a face may differ: more is an eye, a lip or an outline, and stays. */
const sameSkin = { sure: 12, most: 30 } as const;
/** A face is a little larger than its oval. */
const faceScale = 1.15;

/**
 * Fills in what is damaged with what surrounds it: its structure continues across the gap, with the grain found beside
 * it. On a face only narrow lines are filled in so, if its landmarks are known; of whatever else is damaged there, only
 * the tone moves to that of the skin, and its own texture stays, as weak as the skin's. Eyes, brows, nostrils and lips
 * stay as they are, and nothing outside the mask changes.
 */
export function fillIn(
  picture: RgbPicture,
  { mask, breadth }: Pick<Damage, 'mask' | 'breadth'>,
  faces: readonly FaceOval[],
): RgbPicture {
  const { width, height } = picture;
  const skinAt = bareSkinOf(faces);
  const unit = Math.min(width, height) / 768;
  const { channels, disagreement, toEdge } = bridgeGap(picture, mask, Math.round(widest * unit));
  const radius = Math.max(1, Math.round(grainSize * unit));
  // Not slice: of a Buffer, that would be the same memory.
  const data = Uint8Array.from(picture.data);
  const [own, beside] = [new Float64Array(4), new Float64Array(4)];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0 || (channels[0].data[i] === 0 && channels[2].data[i] === 0)) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    const [u, v] = [x + 2 * toEdge[2 * i]!, y + 2 * toEdge[2 * i + 1]!];
    const isThere = u >= 0 && v >= 0 && u < width && v < height && mask[v * width + u] === 0;
    grainAt(
      picture,
      mask,
      0,
      isThere ? u : x + toEdge[2 * i]!,
      isThere ? v : y + toEdge[2 * i + 1]!,
      radius,
      beside,
    );
    const around = faces.filter((face) => isWithin(face, i, width, faceScale));
    const keepsTexture = around.some((face) => !face.points || breadth[i]! >= narrow * face.width);
    if (keepsTexture) grainAt(picture, mask, 1, x, y, 2 * radius, own);
    const weaker = keepsTexture ? Math.min(1, beside[3]! / Math.max(1, own[3]!)) : 1;
    const texture = keepsTexture ? own : beside;
    const alike = around.length > 0 ? 1 - smoothstep(sameSkin.sure, sameSkin.most, disagreement.data[i]!) : 1;
    const share = alike * skinAt(x, y);
    for (let c = 0; c < 3; c++) {
      const filled = channels[c]!.data[i]! + weaker * texture[c]!;
      const before = picture.data[3 * i + c]!;
      data[3 * i + c] = toByte(before + (filled - before) * share);
    }
  }
  return { width, height, data };
}

/**
 * The grain of a picture at a place: the difference of each channel from its mean around there, among samples that the
 * mask marks with `side`; and, last, the standard deviation there.
 */
function grainAt(
  { width, height, data }: RgbPicture,
  mask: Uint8Array,
  side: 0 | 1,
  x: number,
  y: number,
  radius: number,
  grain: Float64Array,
): void {
  grain.fill(0);
  if (x < 0 || y < 0 || x >= width || y >= height || mask[y * width + x] !== side) return;
  let [n, squares] = [0, 0];
  for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
    for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) {
      const j = v * width + u;
      if (mask[j] !== side) continue;
      n++;
      for (let c = 0; c < 3; c++) grain[c]! += data[3 * j + c]!;
      squares += data[3 * j + 1]! ** 2;
    }
  }
  const at = 3 * (y * width + x);
  grain[3] = Math.sqrt(Math.max(0, squares / n - (grain[1]! / n) ** 2));
  for (let c = 0; c < 3; c++)
    grain[c] = Math.max(-mostGrain, Math.min(mostGrain, data[at + c]! - grain[c]! / n));
}
