/** Converts `count` floats at `from` to i32 at `out`, multiplied by `factor`, rounded towards zero. */
export function scaleToIntegers(from: usize, factor: f32, count: i32, out: usize): void {
  const factors = f32x4.splat(factor);
  for (let i = 0; i < count << 2; i += 16)
    v128.store(out + i, i32x4.trunc_sat_f32x4_s(f32x4.mul(v128.load(from + i), factors)));
}

/**
 * Makes coordinates of offsets: to each i32 of a grid, adds its column's or row's position. `acrossStep` is what lies
 * between two columns and `downStep` between two rows, one of them 0; results are kept between `least` and `most`.
 */
export function placeGrid(
  grid: usize, columns: i32, rows: i32, acrossStep: i32, downStep: i32, least: i32, most: i32,
): void {
  const four = i32x4.splat(acrossStep << 2), low = i32x4.splat(least), high = i32x4.splat(most);
  const start = i32x4.mul(i32x4.splat(acrossStep), i32x4(0, 1, 2, 3));
  for (let row = 0; row < rows; row++) {
    let position = i32x4.add(start, i32x4.splat(row * downStep));
    const line = grid + row * (columns << 2), past = line + (columns << 2);
    let at = line;
    for (; at + 16 <= past; at += 16) {
      v128.store(at, i32x4.max_s(low, i32x4.min_s(high, i32x4.add(v128.load(at), position))));
      position = i32x4.add(position, four);
    }
    // The values after a row are the next row's, which has not been placed yet.
    for (let x = i32x4.extract_lane(position, 0); at < past; at += 4, x += acrossStep)
      store<i32>(at, max(least, min(most, load<i32>(at) + x)));
  }
}

/** Writes half of every `step`th value of every `step`th row of a grid of i32. */
export function halveGrid(grid: usize, columns: i32, rows: i32, step: i32, out: usize): void {
  for (let row = 0; row < rows; row += step) {
    const line = grid + row * (columns << 2);
    for (let column = 0; column < columns; column += step, out += 4)
      store<i32>(out, load<i32>(line + (column << 2)) >> 1);
  }
}
