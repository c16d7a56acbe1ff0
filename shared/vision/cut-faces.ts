import { detectIn, type FaceBox, middlesOfTiles, strongest } from './find-faces.ts';
import type { Pyramid } from './pyramid.ts';
import type { VisionModels } from './vision-models.ts';

/** Side of the squares on the border, as a share of the picture's longer side: smaller in a group, for smaller faces. */
const squareShare = { few: 1, group: 0.5 } as const;
const groupFrom = 3;
/** A face is cut in half if its centre is this close to the border, as a share of its size. */
const halved = 0.2;

/**
 * Finds the faces that the left or the right border cuts in half, beside those that were `found`: with the mirror image of
 * what is seen of it, half a face is a whole one.
 */
export function findCutFaces(models: VisionModels, pyramid: Pyramid, found: readonly FaceBox[]): FaceBox[] {
  const { width, height } = pyramid[0]!;
  const share = found.length < groupFrom ? squareShare.few : squareShare.group;
  const side = share * Math.max(width, height);
  const rows = middlesOfTiles(height, side);
  const faces = [0, width].flatMap((border) =>
    rows
      .flatMap((y) => detectIn(models, pyramid, { x: border, y, side, isMirrored: true }, false))
      .filter(({ x, size }) => Math.abs(x - border) < halved * size),
  );
  return strongest(faces).map((box) => ({ ...box, isCut: true }));
}
