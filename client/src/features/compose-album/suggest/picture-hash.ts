import { pictureOf } from '#client/entities/photo/preview/canvas-pixels.ts';
import { canvasIsTrue } from '#client/entities/photo/canvas-truth.ts';

/** What a picture looks like from afar. */
export interface PictureHash {
  /** For each of 64 places, whether it is brighter than its right neighbour ("dHash"). */
  readonly bits: readonly boolean[];
  /** Its mean colour: red, green and blue, 0 to 255. */
  readonly colour: readonly [number, number, number];
}

const columns = 9;
const rows = 8;
/** Pictures of one moment differ by a few bits; strangers by some 32. */
const mostBits = 8;
const mostColour = 20;

/**
 * The hash of the picture at a URL, which this page may read; null if it can't be loaded, or where the browser alters what
 * pages read: then all pictures might look like twins.
 */
export async function hashPicture(url: string): Promise<PictureHash | null> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return (await canvasIsTrue()) ? hashOf(pictureOf(image, columns, rows).data) : null;
  } catch {
    return null;
  }
}

/** The hash of nine times eight RGB pixels. */
export function hashOf(pixels: ArrayLike<number>): PictureHash {
  const brightness = (i: number) => pixels[3 * i]! + pixels[3 * i + 1]! + pixels[3 * i + 2]!;
  const places = Array.from({ length: columns * rows }, (_, i) => i);
  const mean = (channel: number) =>
    places.reduce((sum, i) => sum + pixels[3 * i + channel]!, 0) / places.length;
  return {
    bits: places.filter((i) => (i + 1) % columns > 0).map((i) => brightness(i) > brightness(i + 1)),
    colour: [mean(0), mean(1), mean(2)],
  };
}

/** Whether two pictures show nearly the same: two photos of one moment, or one photo twice. */
export function areTwins(one: PictureHash, other: PictureHash): boolean {
  const different = one.bits.filter((bit, i) => bit !== other.bits[i]).length;
  const distance = Math.max(...one.colour.map((value, i) => Math.abs(value - other.colour[i]!)));
  return different <= mostBits && distance <= mostColour;
}
