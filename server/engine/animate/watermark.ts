import { fileURLToPath } from 'node:url';
import { smoothBlur } from '#shared/motion/blur.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import { createPlane, type Plane, planeLike, type RgbPicture } from '#shared/motion/plane.ts';
import type { Scene } from '#shared/motion/scene.ts';
import type { Face } from '#shared/vision/face-mesh.ts';
import { sharp } from '#server/platform/image.ts';

/** One part of the mark, in frame pixels: position and size are multiples of 16, and it lies inside the frame. */
export interface MarkPart {
  readonly left: number;
  readonly top: number;
  /** How much of the picture the mark hides, 0 to 1. */
  readonly alpha: Plane;
  /** How much white it adds, 0 to `alpha`; the rest is its dark halo. */
  readonly white: Plane;
}

/** A word as a mask much larger than it is ever shown, drawn by `studio/pictures/marks.ts`. */
interface Word {
  readonly file: string;
  readonly size: FrameSize;
}

const maskOf = (name: string): string => fileURLToPath(new URL(`./marks/${name}.png`, import.meta.url));
const wordmark: Word = { file: maskOf('memori'), size: { width: 2652, height: 534 } };
const testWord: Word = { file: maskOf('test'), size: { width: 1605, height: 525 } };

/** A word in a frame. Lengths in pixels. */
interface Placement {
  readonly word: Word;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  /** Opacity of the white letters and of the dark halo around them. */
  readonly letters: number;
  readonly halo: number;
}

/** The properties of a face that matter for placing the mark. */
type MarkedFace = Pick<Face, 'x' | 'y' | 'width' | 'height'>;

/** The faces of people and animals that the mark must not cover. */
export function markedFaces({ faces, pets }: Pick<Scene, 'faces' | 'pets'>): MarkedFace[] {
  const heads = pets.flatMap(({ head }) => head ?? []);
  return [...faces, ...heads.map(({ x, y, radius }) => ({ x, y, width: 2 * radius, height: 2 * radius }))];
}

/**
 * Draws the mark: small and clear in a corner without a face, the lower right one if it can be; large and faint where
 * cropping it off would crop the subject too: below the largest face, over throat and chest, or over its chin if the
 * frame ends there; across the lower middle if there is no face. It covers no other face where there is room. White
 * letters with a dark halo are legible on bright and dark photos alike.
 */
export async function drawWatermark(
  frame: FrameSize,
  faces: readonly MarkedFace[] = [],
): Promise<MarkPart[]> {
  const { width, height } = frame;
  const unit = Math.min(width, height);
  const across = Math.min(0.66 * width, 0.85 * unit);
  const placements: Placement[] = [
    { word: wordmark, ...middleOfFaint(frame, across, faces), width: across, letters: 0.2, halo: 0.2 },
    {
      word: wordmark,
      ...cornerWithoutFace(frame, 0.2 * unit, faces),
      width: 0.2 * unit,
      letters: 0.88,
      halo: 0.88,
    },
  ];
  return Promise.all(placements.map((placement) => drawPart(placement, frame)));
}

type Position = Pick<Placement, 'left' | 'top'>;

/** The area of faces under a word of this width, in square pixels. */
function coveredBy(across: number, faces: readonly MarkedFace[]): (position: Position) => number {
  const tall = heightOf(across);
  const along = (from: number, length: number, middle: number, size: number): number =>
    Math.max(0, Math.min(from + length, middle + size / 2) - Math.max(from, middle - size / 2));
  return ({ left, top }) =>
    faces.reduce(
      (sum, { x, y, width, height }) => sum + along(left, across, x, width) * along(top, tall, y, height),
      0,
    );
}

/** The corner for the small word. */
function cornerWithoutFace(
  { width, height }: FrameSize,
  across: number,
  faces: readonly MarkedFace[],
): Position {
  const gap = 0.04 * Math.min(width, height);
  const [right, bottom] = [width - across - gap, height - heightOf(across) - gap];
  const corners = [
    { left: right, top: bottom },
    { left: gap, top: bottom },
    { left: right, top: gap },
    { left: gap, top: gap },
  ];
  const covered = coveredBy(across, faces);
  return corners.find((corner) => covered(corner) === 0) ?? corners[0]!;
}

/** Draws TEST across the middle, so that a sample can't be mistaken for the real video. */
export async function drawTestMark(frame: FrameSize): Promise<MarkPart[]> {
  const width = 0.7 * Math.min(frame.width, frame.height);
  const left = (frame.width - width) / 2;
  const top = (frame.height - heightOf(width, testWord)) / 2;
  return [await drawPart({ word: testWord, left, top, width, letters: 0.75, halo: 0.6 }, frame)];
}

/** The position of the large word. */
function middleOfFaint({ width, height }: FrameSize, across: number, faces: readonly MarkedFace[]): Position {
  const [largest] = faces.toSorted((a, b) => b.width - a.width);
  if (!largest) return { left: (width - across) / 2, top: 0.7 * height };
  const room = 0.02 * Math.min(width, height);
  const lowest = height - heightOf(across) - room;
  const within = (value: number, least: number, most: number): number =>
    Math.min(most, Math.max(least, value));
  // Keeps the eyes uncovered: the word starts below the nose at the highest.
  const highest = Math.min(lowest, Math.max(room, largest.y + 0.12 * largest.height));
  const below = largest.y + 0.78 * largest.height;
  const left = within(largest.x - across / 2, room, width - across - room);
  const wanted = { left, top: within(below, highest, lowest) };
  const distance = (place: Position): number =>
    Math.abs(place.top - wanted.top) + 0.3 * Math.abs(place.left - wanted.left);
  const places = [left, room, (width - across) / 2, width - across - room]
    .flatMap((each) =>
      Array.from({ length: 41 }, (_, i) => ({ left: each, top: room + (i * (lowest - room)) / 40 })),
    )
    .toSorted((a, b) => distance(a) - distance(b));
  const near = [wanted, ...places].filter(
    (place) =>
      place.top >= highest &&
      place.top < largest.y + largest.height &&
      place.left < largest.x &&
      place.left + across > largest.x,
  );
  const covered = coveredBy(across, faces);
  const others = coveredBy(
    across,
    faces.filter((face) => face !== largest),
  );
  return (
    near.find((place) => covered(place) === 0) ??
    near.find((place) => others(place) === 0) ??
    places.find((place) => covered(place) === 0) ??
    near.toSorted((a, b) => others(a) - others(b))[0] ??
    wanted
  );
}

function heightOf(width: number, { size }: Word = wordmark): number {
  return (width * size.height) / size.width;
}

async function drawPart(placement: Placement, frame: FrameSize): Promise<MarkPart> {
  // Wide enough to set the thin letters of the small word off from white.
  const haloRadius = Math.max(2, Math.round(0.008 * placement.width));
  const room = 4 * haloRadius;
  const left = alignDown(Math.max(0, placement.left - room));
  const top = alignDown(Math.max(0, placement.top - room));
  const right = Math.min(alignDown(frame.width), alignDown(placement.left + placement.width + room + 15));
  const bottom = Math.min(
    alignDown(frame.height),
    alignDown(placement.top + heightOf(placement.width, placement.word) + room + 15),
  );
  const letters = createPlane(right - left, bottom - top);
  lay(
    await scaledMask(placement),
    letters,
    Math.floor(placement.left) - left,
    Math.floor(placement.top) - top,
  );
  const halo = smoothBlur(letters, haloRadius).data;
  const white = planeLike(letters, (i) => placement.letters * letters.data[i]!);
  // Blurring thins the halo; a factor of 2 compensates.
  const alpha = planeLike(letters, (i) => {
    const dark = placement.halo * Math.min(1, 2 * halo[i]!);
    return 1 - (1 - white.data[i]!) * (1 - dark);
  });
  return { left, top, alpha, white };
}

/** The coverage of each pixel by a word, 0 to 1; the first pixel is the one containing the word's top left corner. */
async function scaledMask({ word, left, top, width }: Placement): Promise<Plane> {
  const { file, size } = word;
  const across = span(left, width, size.width);
  const down = span(top, heightOf(width, word), size.height);
  // The mask has many pixels per frame pixel: its border gives the word its subpixel position.
  const { data, info } = await sharp(file)
    .toColourspace('b-w')
    .extend({
      left: across.before,
      right: across.after,
      top: down.before,
      bottom: down.after,
      background: '#000',
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const bytes = await sharp(data, { raw: info })
    .resize(across.pixels, down.pixels, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const plane = { width: across.pixels, height: down.pixels };
  return { ...plane, data: Float32Array.from(bytes, (value) => value / 255) };
}

/** The pixels that a length of the frame touches, and the border that a mask of `count` pixels needs to fill them. */
function span(start: number, length: number, count: number) {
  const fraction = start - Math.floor(start);
  const pixels = Math.ceil(fraction + length);
  const scale = count / length;
  const before = Math.round(fraction * scale);
  return { pixels, before, after: Math.max(0, Math.round(pixels * scale) - before - count) };
}

/** Copies a plane into another, clipped to the target. */
function lay(plane: Plane, target: Plane, left: number, top: number): void {
  const columns = Math.min(plane.width, target.width - left);
  const rows = Math.min(plane.height, target.height - top);
  for (let row = 0; row < rows; row++) {
    const from = row * plane.width;
    target.data.set(plane.data.subarray(from, from + columns), (top + row) * target.width + left);
  }
}

function alignDown(value: number): number {
  return 16 * Math.floor(value / 16);
}

/** A copy of a picture with the mark on it. */
export function markPicture(picture: RgbPicture, mark: readonly MarkPart[]): RgbPicture {
  const data = Uint8Array.from(picture.data);
  for (const { left, top, alpha, white } of mark) {
    for (let i = 0; i < alpha.data.length; i++) {
      const row = top + Math.floor(i / alpha.width);
      const pixel = 3 * (row * picture.width + left + (i % alpha.width));
      for (let channel = pixel; channel < pixel + 3; channel++) {
        data[channel] = Math.round(data[channel]! * (1 - alpha.data[i]!) + 255 * white.data[i]!);
      }
    }
  }
  return { ...picture, data };
}
