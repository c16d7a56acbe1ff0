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

/** The hash of the picture at a URL, which this page may read; null if it can't be loaded. */
export async function hashPicture(url: string): Promise<PictureHash | null> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const canvas = Object.assign(document.createElement('canvas'), { width: columns, height: rows });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, columns, rows);
  return hashOf(context.getImageData(0, 0, columns, rows).data);
}

/** The hash of nine times eight RGBA pixels. */
export function hashOf(pixels: ArrayLike<number>): PictureHash {
  const brightness = (i: number) => pixels[4 * i]! + pixels[4 * i + 1]! + pixels[4 * i + 2]!;
  const places = Array.from({ length: columns * rows }, (_, i) => i);
  const mean = (channel: number) =>
    places.reduce((sum, i) => sum + pixels[4 * i + channel]!, 0) / places.length;
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
