import type { RgbPicture } from '#shared/motion/plane.ts';
import type { Corners } from '#shared/print/print.ts';
import { projectInto } from '#shared/print/projection.ts';
import { createRandom } from '#shared/random.ts';

export interface HeldPrint {
  readonly picture: RgbPicture;
  /** Those of the picture within the print's margin. */
  readonly corners: Corners;
}

interface Options {
  /** The angle between opposite edges of the print, in degrees. */
  readonly keystone: number;
  /** Its margin, as a share of its width; 0.06 by default. */
  readonly margin?: number;
  /** Share of its left edge that fingers cover. */
  readonly covered?: number;
}

/** Draws a print with a white margin on a checked cloth, seen at an angle, a hand over its left edge; with grain. */
export function holdPrint(
  photo: RgbPicture,
  { keystone, margin = 0.06, covered = 0.25 }: Options,
): HeldPrint {
  const [width, height] = [640, 640];
  const random = createRandom(4);
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const checks = (Math.floor((x + y / 3) / 70) % 2) + (Math.floor((y - x / 3) / 70) % 2);
    data.set([214 + 14 * checks, 150 + 34 * checks, 158 + 30 * checks], 3 * i);
  }
  // The upper edge is the shorter one: half of the angle on either side.
  const lean = Math.tan((keystone / 2) * (Math.PI / 180)) * 0.72;
  const outer: Corners = [
    { x: 0.16 + lean, y: 0.13 },
    { x: 0.84 - lean, y: 0.15 },
    { x: 0.84, y: 0.86 },
    { x: 0.14, y: 0.84 },
  ];
  const project = projectInto(outer);
  const steps = 1600;
  for (let row = 0; row < steps; row++) {
    for (let column = 0; column < steps; column++) {
      const [u, v] = [column / steps, row / steps];
      const place = project(u, v);
      const i = Math.floor(place.y * height) * width + Math.floor(place.x * width);
      const [a, b] = [(u - margin) / (1 - 2 * margin), (v - margin) / (1 - 2 * margin)];
      const isPicture = a >= 0 && b >= 0 && a < 1 && b < 1;
      const shade = 0.86 + 0.14 * u;
      const k = 3 * (Math.floor(b * photo.height) * photo.width + Math.floor(a * photo.width));
      const colour = isPicture ? photo.data.subarray(k, k + 3) : [242, 240, 228];
      for (let c = 0; c < 3; c++) data[3 * i + c] = colour[c]! * shade;
    }
  }
  const edge = project(0.02, 0.5);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [(i % width) / width, Math.floor(i / width) / height];
    const isFinger = ((x - edge.x + 0.1) / 0.2) ** 2 + ((y - edge.y) / (0.37 * covered)) ** 2 < 1;
    if (isFinger) data.set([222, 176, 150], 3 * i);
    for (let c = 0; c < 3; c++)
      data[3 * i + c] = Math.max(0, Math.min(255, Math.round(data[3 * i + c]! + 8 * (random() - 0.5))));
  }
  const corner = (u: number, v: number) =>
    project(margin + u * (1 - 2 * margin), margin + v * (1 - 2 * margin));
  return {
    picture: { width, height, data },
    corners: [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)],
  };
}
