import type { RgbPicture } from '#shared/motion/plane.ts';
import { createRandom } from '#shared/random.ts';

/**
 * Ages a photo like decades in a drawer: faded, yellowed, with dust, scratches and a fold across. The same seed gives
 * the same damage; lengths are for a picture whose shorter side is 768.
 */
export function agePhoto(photo: RgbPicture, seed: number): RgbPicture {
  const random = createRandom(seed);
  const { width, height } = photo;
  const unit = Math.min(width, height) / 768;
  const dark = 40 + 30 * random();
  const light = 195 + 30 * random();
  const cast = [1.02, 0.97, 0.78 + 0.14 * random()];
  const data = Float32Array.from(photo.data, (value, i) => {
    return (dark + (value / 255) * (light - dark)) * cast[i % 3]!;
  });
  const blend = (x: number, y: number, level: number, share: number): void => {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column < 0 || row < 0 || column >= width || row >= height) return;
    for (let channel = 0; channel < 3; channel++) {
      const k = 3 * (row * width + column) + channel;
      data[k] = data[k]! + (level - data[k]!) * share;
    }
  };
  for (let n = 0; n < 90; n++) {
    const [x, y, radius] = [random() * width, random() * height, (0.7 + 2 * random()) * unit];
    drawSpot(blend, x, y, radius, random() < 0.75 ? 232 : 34);
  }
  for (let n = 0; n < 5; n++) drawScratch(blend, random, photo, unit);
  drawFold(blend, random, photo, unit);
  return {
    width,
    height,
    data: Uint8Array.from(data, (value) => Math.max(0, Math.min(255, Math.round(value)))),
  };
}

type Blend = (x: number, y: number, level: number, share: number) => void;

function drawSpot(blend: Blend, x: number, y: number, radius: number, level: number): void {
  const reach = Math.ceil(radius + 1);
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++)
      blend(x + dx, y + dy, level, Math.max(0, Math.min(0.9, radius + 0.5 - Math.hypot(dx, dy))));
}

function drawScratch(blend: Blend, random: () => number, { width, height }: RgbPicture, unit: number): void {
  const angle = random() * Math.PI;
  const bend = (random() - 0.5) * 0.0012;
  const length = (0.25 + 0.6 * random()) * height;
  const [startX, startY] = [random() * width, random() * height];
  const half = (0.6 + 0.5 * random()) * unit;
  let [x, y, way] = [startX, startY, angle];
  for (let s = 0; s < length; s += 0.5, way += bend / unit) {
    x += 0.5 * Math.cos(way);
    y += 0.5 * Math.sin(way);
    for (let side = -2 * half; side <= 2 * half; side += 0.5)
      blend(x - side * Math.sin(way), y + side * Math.cos(way), 238, Math.abs(side) <= half ? 0.45 : 0.06);
  }
}

/** From edge to edge, white where the paper is broken. */
function drawFold(blend: Blend, random: () => number, { width, height }: RgbPicture, unit: number): void {
  const [from, to] = [height * (0.2 + 0.6 * random()), height * (0.2 + 0.6 * random())];
  for (let x = 0; x < width; x++) {
    const y = from + ((to - from) * x) / width;
    const half = (1 + 0.6 * Math.sin(x / 23)) * unit;
    for (let side = -4 * unit; side <= 4 * unit; side++)
      blend(x, y + side, 240, Math.abs(side) <= half ? 0.85 : 0.08);
  }
}
