import type { Size } from '#shared/photo-header.ts';

export interface Pixels extends Size {
  /** Red, green, blue and alpha of each pixel, row by row. */
  data: Uint8ClampedArray<ArrayBuffer>;
}

/**
 * A picture made smaller by a whole number: each pixel is the average of a square. For pictures larger than a canvas may
 * be. Their last columns and rows are left out where the number does not fit.
 */
export function averagePixels({ data, width, height }: Pixels, by: number): Pixels {
  const small = { width: Math.floor(width / by), height: Math.floor(height / by) };
  const pixels = new Uint8ClampedArray(small.width * small.height * 4);
  const sums = new Float64Array(small.width * 4);
  for (let row = 0; row < small.height; row += 1) {
    sums.fill(0);
    for (let line = row * by; line < (row + 1) * by; line += 1) {
      const start = line * width * 4;
      for (let column = 0; column < small.width * by; column += 1) {
        const [from, to] = [start + column * 4, Math.floor(column / by) * 4];
        for (let channel = 0; channel < 4; channel += 1)
          sums[to + channel] = (sums[to + channel] ?? 0) + (data[from + channel] ?? 0);
      }
    }
    for (const [index, sum] of sums.entries()) pixels[row * small.width * 4 + index] = sum / (by * by);
  }
  return { ...small, data: pixels };
}
