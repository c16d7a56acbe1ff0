/**
 * Fills a margin of `margin` samples around a plane with its mirror image, so that motion that samples slightly past
 * the edge of the photo still finds image content. `plane` points at the first sample inside the margin.
 */
export function mirrorMargin(plane: usize, stride: i32, width: i32, height: i32, margin: i32): void {
  for (let row = 0; row < height; row++) {
    const left = plane + row * stride, right = left + width - 1;
    for (let k = 1; k <= margin; k++) {
      store<u8>(left - k, load<u8>(left + k));
      store<u8>(right + k, load<u8>(right - k));
    }
  }
  const span = width + 2 * margin;
  const last = plane + (height - 1) * stride;
  for (let k = 1; k <= margin; k++) {
    memory.copy(plane - margin - k * stride, plane - margin + k * stride, span);
    memory.copy(last - margin + k * stride, last - margin - k * stride, span);
  }
}

/** Half-way sample of six neighbours, eight at a time: (1, -5, 20, 20, -5, 1) / 32, H.264's luma filter (8.4.2.2.1). */
@inline
function sixTap(first: usize, step: usize): v128 {
  const a = v128.load8x8_u(first), b = v128.load8x8_u(first + step), c = v128.load8x8_u(first + 2 * step);
  const d = v128.load8x8_u(first + 3 * step), e = v128.load8x8_u(first + 4 * step), f = v128.load8x8_u(first + 5 * step);
  const inner = i16x8.mul(i16x8.add(c, d), i16x8.splat(20));
  const middle = i16x8.mul(i16x8.add(b, e), i16x8.splat(5));
  const sum = i16x8.add(i16x8.sub(i16x8.add(a, f), middle), i16x8.add(inner, i16x8.splat(16)));
  const half = i16x8.shr_s(sum, 5);
  return i8x16.narrow_i16x8_u(half, half);
}

/**
 * Doubles a plane in both directions by half-pel interpolation: sample (x, y) lands on texel (2x, 2y). Texels are
 * level - 128, signed, as SIMD's pairwise multiplication requires. `extent` samples beyond each edge are doubled too;
 * the plane's margin must reach 3 rows and 16 samples further. `scratch` has room for as many rows of `textureStride`.
 */
export function upsampleHalfPel(
  plane: usize, stride: i32, width: i32, height: i32, extent: i32,
  scratch: usize, texture: usize, textureStride: i32,
): void {
  for (let row = -extent - 3; row < height + extent + 3; row++) {
    const source = plane + row * stride, target = scratch + row * textureStride;
    for (let x = -extent; x < width + extent; x += 8) {
      const whole = v128.load64_zero(source + x);
      const half = sixTap(source + x - 2, 1);
      v128.store(target + 2 * x, i8x16.shuffle(whole, half, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    }
  }
  const sign = i8x16.splat(-128), step = <usize>textureStride;
  for (let row = -extent; row < height + extent; row++) {
    const source = scratch + row * textureStride, target = texture + 2 * row * textureStride;
    for (let x = -2 * extent; x < 2 * (width + extent); x += 8) {
      v128.store64_lane(target + x, v128.xor(v128.load64_zero(source + x), sign), 0);
      v128.store64_lane(target + textureStride + x, v128.xor(sixTap(source + x - 2 * step, step), sign), 0);
    }
  }
}
