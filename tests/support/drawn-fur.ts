import { createRandom } from '#shared/random.ts';
import type { RgbPicture } from '#shared/motion/plane.ts';

/** A drawn furry face: where its eyes and nose are, and the radius of an eye, in pixels. */
export const furryFace = {
  leftEye: { x: 150, y: 170 },
  rightEye: { x: 250, y: 170 },
  nose: { x: 200, y: 245 },
  eyeRadius: 17,
} as const;

/**
 * A frontal face of light fur with a dark nose, 400 pixels square: with open eyes (dark discs), or asleep (thin lines).
 */
export function drawFurryFace(isAsleep = false): RgbPicture {
  const random = createRandom(7);
  const { leftEye, rightEye, nose, eyeRadius } = furryFace;
  const side = 400;
  const data = new Uint8Array(3 * side * side);
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [i % side, Math.floor(i / side)];
    const shade = 18 * (random() - 0.5) - 25 * Math.hypot((x - 200) / 200, (y - 200) / 200);
    const inEye = [leftEye, rightEye].some((eye) => {
      const [dx, dy] = [x - eye.x, y - eye.y];
      return isAsleep ? Math.abs(dy) < 1.5 && Math.abs(dx) < eyeRadius : Math.hypot(dx, dy) < eyeRadius;
    });
    const inNose = Math.hypot((x - nose.x) / 26, (y - nose.y) / 20) < 1;
    const colour = inEye ? [24, 20, 18] : inNose ? [40, 34, 34] : [200 + shade, 165 + shade, 110 + shade];
    data.set(colour, 3 * i);
  }
  return { width: side, height: side, data };
}
