import type { RgbPicture } from '#shared/motion/plane.ts';
import { createRandom } from '#shared/random.ts';
import type { Corners, Place } from '#shared/print/print.ts';
import { projectInto } from '#shared/print/projection.ts';
import { straighten } from '#shared/print/straighten.ts';

export const printKinds = ['white', 'deckled', 'album page', 'oval mat', 'caption'] as const;
export type PrintKind = (typeof printKinds)[number];

/** A simulated photograph of a print, and the position of the photo in it. */
export interface FramedPrint {
  readonly picture: RgbPicture;
  readonly corners: Corners;
  readonly isOval: boolean;
}

type Colour = readonly [red: number, green: number, blue: number];

const papers: readonly Colour[] = [
  [246, 244, 238],
  [236, 226, 202],
  [228, 228, 230],
];
const pages: readonly Colour[] = [
  [38, 34, 32],
  [94, 72, 54],
  [70, 78, 70],
];
const ink: Colour = [52, 56, 92];

/**
 * Simulates a print of a photo: with a border by `kind`, rotated by up to `tilt` radians and seen slightly from one
 * side, under uneven light, with grain. The same seed gives the same print.
 */
export function framePrint(photo: RgbPicture, kind: PrintKind, seed: number, tilt: number): FramedPrint {
  const random = createRandom(seed);
  const unit = Math.min(photo.width, photo.height);
  const margin = Math.round(unit * (0.04 + 0.05 * random()));
  const foot = kind === 'caption' ? Math.round(0.16 * unit) : margin;
  const onPage = kind === 'album page' || kind === 'deckled';
  const ground = onPage ? Math.round(unit * (0.07 + 0.05 * random())) : 0;
  const paper = papers[Math.floor(random() * papers.length)]!;
  const page = onPage ? pages[Math.floor(random() * pages.length)]! : paper;
  const width = photo.width + 2 * (margin + ground);
  const height = photo.height + margin + foot + 2 * ground;
  const wave = kind === 'deckled' ? 0.009 * unit : 0;
  const colourAt = (x: number, y: number): Colour => {
    const [u, v] = [x - ground - margin, y - ground - margin];
    const [a, b] = [(2 * u) / photo.width - 1, (2 * v) / photo.height - 1];
    const isPicture =
      kind === 'oval mat' ? a * a + b * b < 1 : u >= 0 && v >= 0 && u < photo.width && v < photo.height;
    if (isPicture) return pixelOf(photo, u, v);
    const waves = (along: number): number => wave * (Math.sin((along / unit) * 90) - 1);
    const isPaper =
      Math.min(x - ground, width - 1 - ground - x) > -waves(y) &&
      Math.min(y - ground, height - 1 - ground - y) > -waves(x);
    if (!isPaper) return page;
    return kind === 'caption' && isWriting(u / photo.width, (v - photo.height) / foot) ? ink : paper;
  };
  const upright = draw(width, height, colourAt);
  const inset = onPage ? tilt : 0.25 * tilt;
  const seen = aslant(inset, random);
  const light = [0.88 + 0.2 * random(), 0.88 + 0.2 * random()] as const;
  const picture = lit(straighten(upright, seen), light, random);
  const back = (x: number, y: number): Place =>
    unproject(
      seen,
      (ground + margin + x * photo.width) / width,
      (ground + margin + y * photo.height) / height,
    );
  return {
    picture,
    corners: [back(0, 0), back(1, 0), back(1, 1), back(0, 1)],
    isOval: kind === 'oval mat',
  };
}

function draw(width: number, height: number, colourAt: (x: number, y: number) => Colour): RgbPicture {
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) data.set(colourAt(i % width, Math.floor(i / width)), 3 * i);
  return { width, height, data };
}

function pixelOf({ width, data }: RgbPicture, x: number, y: number): Colour {
  const i = 3 * (Math.floor(y) * width + Math.floor(x));
  return [data[i]!, data[i + 1]!, data[i + 2]!];
}

/** A line of handwriting: loops along the middle of the lower border. */
function isWriting(x: number, y: number): boolean {
  if (x < 0.25 || x > 0.75 || Math.floor(x * 22) % 5 === 4) return false;
  return Math.abs(y - 0.5 - 0.18 * Math.sin(x * 260)) < 0.06;
}

/** The corners as seen by a hand-held camera: rotated, and slightly closer on one side. */
function aslant(tilt: number, random: () => number): Corners {
  const angle = tilt * (2 * random() - 1);
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  // Scaled down, so that rotated corners stay within the page.
  const scale = 0.5 - Math.abs(angle) * 0.35;
  const corner = (x: number, y: number): Place => {
    const nearer = 1 - Math.abs(tilt) * 0.25 * random();
    return {
      x: 0.5 + 2 * scale * nearer * (x * cos - y * sin),
      y: 0.5 + 2 * scale * nearer * (x * sin + y * cos),
    };
  };
  return [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
}

/** The point that `projectInto` maps to (x, y), for corners close to those of the picture. */
function unproject(corners: Corners, x: number, y: number): Place {
  const project = projectInto(corners);
  let [u, v] = [x, y];
  for (let round = 0; round < 60; round++) {
    const place = project(u, v);
    u += x - place.x;
    v += y - place.y;
  }
  return { x: u, y: v };
}

function lit(
  { width, height, data }: RgbPicture,
  [left, top]: readonly [number, number],
  random: () => number,
) {
  const out = data.map((value, k) => {
    const i = Math.floor(k / 3);
    const x = (i % width) / width;
    const y = Math.floor(i / width) / height;
    const light = (left + (1 - left) * x) * (top + (1 - top) * y);
    return Math.max(0, Math.min(255, Math.round(value * light + 6 * (random() - 0.5))));
  });
  return { width, height, data: out };
}
