import { clamp01, createPlane, type Plane, samplePlane } from '../motion/plane.ts';
import type { Face } from './face-mesh.ts';
import { type Pyramid, sampleSquare } from './pyramid.ts';
import { inputSides, type VisionModels } from './vision-models.ts';

/** Samples on the longer side of the mask. */
const maskSide = 384;
/** Faces this small are segmented once more in a crop with their body, except those in the back row. */
const closerLook = { belowShare: 0.34, besideLargest: 0.35, most: 6, reach: 4.2, down: 1.1 } as const;

const side = inputSides.segmenter;

/** The probability, 0 to 1, that each part of the picture belongs to a person (often also to a pet). */
export function maskPeople(models: VisionModels, pyramid: Pyramid, faces: readonly Face[]): Plane {
  const { width, height } = pyramid[0]!;
  const longer = Math.max(width, height);
  const scale = maskSide / longer;
  const mask = createPlane(Math.round(width * scale), Math.round(height * scale));
  const look = (x: number, y: number, reach: number, isPart: boolean): void => {
    const data = models.segment(sampleSquare(pyramid, { x, y, side: reach, angle: 0 }, side));
    overlay(
      mask,
      { width: side, height: side, data },
      { x: x * scale, y: y * scale, reach: reach * scale, isPart },
    );
  };
  look(width / 2, height / 2, longer, false);
  const largest = Math.max(0, ...faces.map((face) => face.height));
  const small = faces.filter(
    (face) =>
      face.height > closerLook.besideLargest * largest && face.height < closerLook.belowShare * longer,
  );
  for (const face of small.slice(0, closerLook.most)) {
    look(face.x, face.y + closerLook.down * face.height, closerLook.reach * face.height, true);
  }
  return mask;
}

/** The position of a crop in the mask, in samples. A crop of a part fades out at its rim. */
interface Placement {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
  readonly isPart: boolean;
}

/** Keeps the maximum of the mask and the result for one crop. */
function overlay(mask: Plane, seen: Plane, { x, y, reach, isPart }: Placement): void {
  const step = side / reach;
  for (let row = 0, i = 0; row < mask.height; row++) {
    const v = (row + 0.5 - y + reach / 2) * step - 0.5;
    for (let column = 0; column < mask.width; column++, i++) {
      const u = (column + 0.5 - x + reach / 2) * step - 0.5;
      if (u < 0 || v < 0 || u > side - 1 || v > side - 1) continue;
      const fade = isPart ? clamp01(Math.min(u, v, side - 1 - u, side - 1 - v) / 32) : 1;
      mask.data[i] = Math.max(mask.data[i]!, samplePlane(seen, u, v) * fade);
    }
  }
}
