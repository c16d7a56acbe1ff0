import type { RgbPicture } from '#shared/motion/plane.ts';
import { createRandom } from '#shared/random.ts';

/** A picture with cracks drawn over it, and where they are. */
export interface CrackedPicture {
  readonly picture: RgbPicture;
  /** 1 on the cracks. */
  readonly mask: Uint8Array;
}

interface CrackOptions {
  /** Pixels at a shorter side of 768. */
  readonly width: number;
  readonly isDark?: boolean;
  readonly seed?: number;
}

/**
 * Draws three cracks across a picture, bent at random, each with two branches: rough-edged, of the tone of bare paper or
 * of black, with a soft edge of one pixel. The same seed gives the same cracks.
 */
export function crackPicture(
  photo: RgbPicture,
  { width: broad, isDark = false, seed = 1 }: CrackOptions,
): CrackedPicture {
  const random = createRandom(seed);
  const { width, height } = photo;
  const unit = Math.min(width, height) / 768;
  const share = new Float32Array(width * height);
  const dab = (x: number, y: number, radius: number): void => {
    const reach = Math.ceil(radius + 1);
    for (let v = Math.round(y) - reach; v <= y + reach; v++) {
      for (let u = Math.round(x) - reach; u <= x + reach; u++) {
        if (u < 0 || v < 0 || u >= width || v >= height) continue;
        const covered = Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(u - x, v - y)));
        share[v * width + u] = Math.max(share[v * width + u]!, covered);
      }
    }
  };
  const crack = (fromX: number, fromY: number, angle: number, length: number, branches: number): void => {
    let [x, y, way, wanted] = [fromX, fromY, angle, angle];
    for (let step = 0; step < length; step++) {
      if (step % Math.round(30 * unit) === 0) wanted = angle + 1.1 * (random() - 0.5);
      way += 0.15 * (wanted - way);
      x += Math.cos(way);
      y += Math.sin(way);
      dab(x, y, Math.max(0.5, broad * unit * (0.36 + 0.16 * random())));
      if (branches > 0 && (step === Math.round(0.35 * length) || step === Math.round(0.7 * length)))
        crack(x, y, way + (random() < 0.5 ? 0.9 : -0.9), 0.35 * length, branches - 1);
    }
  };
  crack(0.02 * width, 0.15 * height, 0.3, 0.9 * width, 1);
  crack(0.9 * width, 0.1 * height, 1.9, 0.75 * height, 1);
  crack(0.1 * width, 0.95 * height, -0.5, 0.7 * width, 1);
  const paper = isDark ? [14, 13, 12] : [244, 240, 228];
  const data = photo.data.map((value, k) => {
    const mixed = value + (paper[k % 3]! + 10 * (random() - 0.5) - value) * share[Math.floor(k / 3)]!;
    return Math.max(0, Math.min(255, Math.round(mixed)));
  });
  return { picture: { width, height, data }, mask: Uint8Array.from(share, (value) => (value > 0.5 ? 1 : 0)) };
}
