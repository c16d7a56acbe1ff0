@inline
function clampByte(value: i32): u8 {
  return <u8>(value < 0 ? 0 : value > 255 ? 255 : value);
}

/**
 * RGB24 to limited-range BT.709 Y'CbCr 4:2:0, chroma averaged over 2x2 (ITU-R BT.709, coefficients in 16.16).
 * `width` and `height` are even. `y`, `u`, `v` point at the first sample of each plane.
 */
export function rgbToYuv(
  rgb: usize, width: i32, height: i32,
  y: usize, yStride: i32,
  u: usize, v: usize, chromaStride: i32,
): void {
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      let red = 0, green = 0, blue = 0;
      for (let dy = 0; dy < 2; dy++) {
        for (let dx = 0; dx < 2; dx++) {
          const pixel = rgb + ((row + dy) * width + column + dx) * 3;
          const r = <i32>load<u8>(pixel), g = <i32>load<u8>(pixel, 1), b = <i32>load<u8>(pixel, 2);
          red += r;
          green += g;
          blue += b;
          const luma = (11966 * r + 40254 * g + 4064 * b + (16 << 16) + 32768) >> 16;
          store<u8>(y + (row + dy) * yStride + column + dx, <u8>luma);
        }
      }
      const chroma = (row >> 1) * chromaStride + (column >> 1);
      const bias = (128 << 18) + 131072;
      store<u8>(u + chroma, clampByte((-6596 * red - 22189 * green + 28784 * blue + bias) >> 18));
      store<u8>(v + chroma, clampByte((28784 * red - 26145 * green - 2639 * blue + bias) >> 18));
    }
  }
}

/**
 * Subtracts a background's contribution from a plane: plane = plane - background * (255 - alpha) / 255, so that
 * compositing the result over that background restores the plane. All three share this stride.
 */
export function premultiply(plane: usize, background: usize, alpha: usize, stride: i32, width: i32, height: i32): void {
  for (let row = 0; row < height; row++) {
    for (let x = 0; x < width; x++) {
      const at = row * stride + x;
      const behind = <i32>load<u8>(background + at) * (255 - <i32>load<u8>(alpha + at));
      store<u8>(plane + at, clampByte(<i32>load<u8>(plane + at) - (behind + 127) / 255));
    }
  }
}
