import sharp from 'sharp';
import { createRandom } from '#shared/random.ts';
import { normal } from './random.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Noise with one value per pixel, row by row: mean 0, standard deviation 1, with blobs of about `sigma` pixels. */
export async function patches({ width, height }: Size, sigma: number, seed: number): Promise<Float32Array> {
  // Coarse noise is generated small and enlarged: the same look for a fraction of the work.
  const shrink = Math.max(1, Math.floor(sigma / 2));
  const small = { width: Math.ceil(width / shrink) + 2, height: Math.ceil(height / shrink) + 2 };
  const random = createRandom(seed);
  const raw = Buffer.alloc(small.width * small.height);
  for (let i = 0; i < raw.length; i++) raw[i] = 128 + 40 * normal(random);
  const pixels = await sharp(raw, { raw: { ...small, channels: 1 } })
    .blur(Math.max(0.4, sigma / shrink))
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return standardised(Float32Array.from(pixels));
}

function standardised(values: Float32Array): Float32Array {
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  const deviation = Math.sqrt(squares / values.length - mean * mean) || 1;
  return values.map((value) => (value - mean) / deviation);
}
