import type { BorderMask, Box } from './border-mask.ts';
import type { Print } from './print.ts';

/** Share of samples that must be on the correct side of a box's inscribed oval. Rectangles have 0.785, rhombi 0.71. */
const minAgreement = 0.955;
/** The opening of a mat covers most of the mat and is centred in it. */
const minSpan = 0.55;
const maxOffCentre = 0.12;

/** The oval (or circle) that an even mat leaves open; null for other shapes. Tilted ovals aren't detected. */
export function findOval({ width, height, inside }: BorderMask, box: Box): Print | null {
  const { left, top, right, bottom } = box;
  const [across, down] = [right - left, bottom - top];
  if (across < minSpan * width || down < minSpan * height) return null;
  const [x0, y0] = [(left + right) / 2, (top + bottom) / 2];
  if (Math.abs(x0 / width - 0.5) > maxOffCentre || Math.abs(y0 / height - 0.5) > maxOffCentre) return null;
  let agreeing = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const isWithin = ((2 * (x + 0.5 - x0)) / across) ** 2 + ((2 * (y + 0.5 - y0)) / down) ** 2 < 1;
      if (isWithin === (inside[y * width + x] === 1)) agreeing++;
    }
  }
  const agreement = agreeing / (across * down);
  if (agreement < minAgreement) return null;
  const corner = (x: number, y: number) => ({ x: x / width, y: y / height });
  return {
    corners: [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)],
    isOval: true,
    confidence: agreement,
  };
}
