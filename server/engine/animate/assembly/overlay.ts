/**
 * Composites an overlay onto part of a plane: target = target * keep / 255 + add, rounded.
 * `keep` (255 minus the alpha) and `add` (the premultiplied sample) are tightly packed planes of the overlay's size;
 * `width` is a multiple of 8. `target` points at the overlay's first sample.
 */
export function blendOverlay(
  target: usize,
  stride: i32,
  add: usize,
  keep: usize,
  width: i32,
  height: i32,
): void {
  const half = i16x8.splat(128);
  for (let row = 0; row < height; row++) {
    const line = target + row * stride,
      packed = row * width;
    for (let x = 0; x < width; x += 8) {
      const product = i16x8.add(i16x8.mul(v128.load8x8_u(line + x), v128.load8x8_u(keep + packed + x)), half);
      // Exact division by 255 with rounding: (p + (p >> 8)) >> 8.
      const kept = i16x8.shr_u(i16x8.add(product, i16x8.shr_u(product, 8)), 8);
      const sum = i16x8.add(kept, v128.load8x8_u(add + packed + x));
      v128.store64_lane(line + x, i8x16.narrow_i16x8_u(sum, sum), 0);
    }
  }
}
