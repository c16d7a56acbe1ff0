import type { RgbPicture } from '#shared/motion/plane.ts';
import { createRandom } from '#shared/random.ts';

/** A room of soft colours from black to white, with a ball in it, and film grain; the same on every run. */
export function drawRoom(width: number, height: number): RgbPicture {
  const random = createRandom(9);
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [(i % width) / width, Math.floor(i / width) / height];
    const isBall = Math.hypot(x - 0.5, y - 0.55) < 0.2;
    const level = isBall ? 40 + 200 * (1 - y) : 10 + 240 * (0.5 + 0.5 * Math.sin(5 * x + 3 * y));
    const tint = isBall ? [1, 0.6, 0.4] : [0.95, 1, 1.05];
    for (const [k, share] of tint.entries())
      data[3 * i + k] = Math.max(0, Math.min(255, Math.round(level * share + 5 * (random() - 0.5))));
  }
  return { width, height, data };
}
