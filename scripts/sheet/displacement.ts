import type { Offsets } from '#shared/motion/frame-motion.ts';
import type { Grid } from '#shared/motion/grid.ts';
import type { RgbPicture } from '#shared/motion/plane.ts';

/** This many pixels of displacement have the full colour. */
const fullAt = 40;

/** The displacement as colour: the hue is the direction, the brightness the distance. One pixel per vertex. */
export function displacementPicture({ columns, rows }: Grid, { dx, dy }: Offsets): RgbPicture {
  const data = new Uint8Array(3 * columns * rows);
  for (let i = 0; i < columns * rows; i++) {
    const hue = (Math.atan2(-dy[i]!, -dx[i]!) / (2 * Math.PI) + 1) % 1;
    const value = Math.min(1, Math.hypot(dx[i]!, dy[i]!) / fullAt);
    data.set(toRgb(hue, value), 3 * i);
  }
  return { width: columns, height: rows, data };
}

/** A saturated colour of this hue and value (both 0 to 1). */
function toRgb(hue: number, value: number): number[] {
  return [0, 2, 1].map((third) => {
    const distance = Math.abs(((hue * 6 + 2 * third + 3) % 6) - 3);
    return Math.round(255 * value * Math.max(0, Math.min(1, 2 - distance)));
  });
}
