import type { RgbPicture } from '#shared/motion/plane.ts';
import { createRandom } from '#shared/random.ts';

/** The picture in shades of grey, as a print of one ink. */
function greyed({ width, height, data }: RgbPicture): RgbPicture {
  return { width, height, data: data.map((_, k) => data[k - (k % 3)]!) };
}

/**
 * A scan of a damaged print in shades of grey, up to its very edge: bright scratches that run into the sides and through
 * the corners, white flecks along the sides, and corners worn down to rough paper. The same seed gives the same damage.
 */
export function drawDamagedScan(photo: RgbPicture, seed: number): RgbPicture {
  const picture = greyed(photo);
  const { width, height, data } = picture;
  const random = createRandom(seed);
  const unit = Math.min(width, height) / 320;
  const spot = (x: number, y: number, radius: number): void => {
    for (let dy = Math.ceil(-radius); dy <= radius; dy++) {
      for (let dx = Math.ceil(-radius); dx <= radius; dx++) {
        const [column, row] = [Math.round(x + dx), Math.round(y + dy)];
        if (Math.hypot(dx, dy) > radius || column < 0 || row < 0 || column >= width || row >= height)
          continue;
        const k = 3 * (row * width + column);
        data.fill(215 + 40 * random(), k, k + 3);
      }
    }
  };
  for (const [x, y] of [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ] as const) {
    const [inX, inY] = [x === 0 ? 1 : -1, y === 0 ? 1 : -1];
    for (let n = 0; n < 4; n++) {
      // A scratch out of the corner, and worn paper in it.
      const way = 0.2 + 1.2 * random();
      for (let s = 0; s < 90 * unit; s += 0.5)
        spot(x + inX * s * Math.cos(way), y + inY * s * Math.sin(way), (0.6 + random()) * unit);
      for (let k = 0; k < 9; k++)
        spot(x + inX * 14 * unit * random() ** 2, y + inY * 14 * unit * random() ** 2, 3 * unit * random());
    }
  }
  for (let n = 0; n < 60; n++) {
    const along = random();
    const depth = 4 * unit * random();
    const [x, y] = [
      [along * width, depth],
      [along * width, height - depth],
      [depth, along * height],
      [width - depth, along * height],
    ][n % 4]!;
    spot(x!, y!, (1 + 3 * random()) * unit);
  }
  return picture;
}

/** A print in shades of grey without its upper left corner, beyond which the table is seen, `size` samples of 320 wide. */
export function drawTornPrint(photo: RgbPicture, size: number, table: number): RgbPicture {
  const picture = greyed(photo);
  const { width, height, data } = picture;
  const unit = Math.min(width, height) / 320;
  const random = createRandom(5);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [(i % width) / unit, Math.floor(i / width) / unit];
    if (x + 0.7 * y + 3 * Math.sin(x) < size) data.fill(table + 4 * random(), 3 * i, 3 * i + 3);
  }
  return picture;
}
