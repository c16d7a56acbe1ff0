import { type LabPicture, toLab } from '../motion/colour.ts';
import { floodFrom } from '../motion/flood.ts';
import type { Plane, RgbPicture } from '../motion/plane.ts';

/** What the rim of a picture consists of, and how far inwards it continues. */
export interface BorderMask {
  readonly width: number;
  readonly height: number;
  /** The colour difference between each sample and the border there (CIE 1976 in L*a*b*). */
  readonly difference: Plane;
  /** 1 where the picture is: the largest piece that the border doesn't reach; 0 elsewhere. */
  readonly inside: Uint8Array;
}

/** The samples covered by the picture: the first, and one past the last. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Share of each side of a picture's rim that must show its border: a caption or a clip may cover the rest. */
const coverage = 0.8;
/** No colour further away than this belongs to the border, however coarse its paper. */
const maxDifference = 13;
const minDifference = 7;

/** Finds the even border of a picture: null unless its rim has one tone (which may change evenly) on all four sides. */
export function findBorderMask(picture: RgbPicture): BorderMask | null {
  const { width, height } = picture;
  const rim = rimIndices(width, height);
  const all = rim.flat();
  // Most photos have no border, and the rim alone shows that.
  const tone = fitTone(all, width, labOf(picture, all));
  const onRim = differenceFrom(tone, all, width, labOf(picture, all));
  const usual = onRim.toSorted()[all.length >> 1]!;
  const limit = Math.min(maxDifference, Math.max(minDifference, 3.5 * usual));
  let start = 0;
  for (const { length } of rim) {
    const covered = onRim.subarray(start, start + length).filter((value) => value < limit).length;
    if (covered < coverage * length) return null;
    start += length;
  }
  const every = Uint32Array.from({ length: width * height }, (_, i) => i);
  const difference: Plane = { width, height, data: differenceFrom(tone, every, width, toLab(picture)) };
  const isBorder = (i: number): boolean => difference.data[i]! < limit;
  const border = floodFrom(all.filter(isBorder), width, height, isBorder);
  return { width, height, difference, inside: largestPiece(border, width, height) };
}

/** The samples next to the rim, per side: the outermost ones are often half blended with something else. */
function rimIndices(width: number, height: number): number[][] {
  const across = Array.from({ length: width - 2 }, (_, k) => k + 1);
  const down = Array.from({ length: height - 2 }, (_, k) => k + 1);
  return [
    across.map((x) => width + x),
    across.map((x) => (height - 2) * width + x),
    down.map((y) => y * width + 1),
    down.map((y) => y * width + width - 2),
  ];
}

/** The colours of some samples, as a single row. */
function labOf({ data }: RgbPicture, indices: readonly number[]): LabPicture {
  const row = new Uint8Array(3 * indices.length);
  for (const [k, i] of indices.entries()) row.set(data.subarray(3 * i, 3 * i + 3), 3 * k);
  return toLab({ width: indices.length, height: 1, data: row });
}

/** One function of x and y for each channel. */
type Tone = readonly ((x: number, y: number) => number)[];

/** The tone of paper under uneven light: a plane fitted to each channel of the rim, then refitted without outliers. */
function fitTone(rim: readonly number[], width: number, lab: LabPicture): Tone {
  const channels = [lab.lightness.data, lab.a.data, lab.b.data];
  let tone: Tone = channels.map((data) => {
    const median = data.toSorted()[data.length >> 1]!;
    return () => median;
  });
  for (const reach of [20, 12]) {
    const difference = differenceFrom(tone, rim, width, lab);
    const like = rim.map((_, k) => k).filter((k) => difference[k]! < reach);
    if (like.length < rim.length / 2) break;
    const places = like.map((k) => rim[k]!);
    tone = channels.map((data) => fitPlane(places, width, (k) => data[like[k]!]!));
  }
  return tone;
}

/** The distance of samples, given by their indices in a picture of this width, from a tone. */
function differenceFrom(
  tone: Tone,
  indices: ArrayLike<number>,
  width: number,
  { lightness, a, b }: LabPicture,
): Float32Array {
  const [toneL, toneA, toneB] = [tone[0]!, tone[1]!, tone[2]!];
  const difference = new Float32Array(indices.length);
  for (let k = 0; k < difference.length; k++) {
    const x = indices[k]! % width;
    const y = (indices[k]! - x) / width;
    difference[k] = Math.hypot(
      lightness.data[k]! - toneL(x, y),
      a.data[k]! - toneA(x, y),
      b.data[k]! - toneB(x, y),
    );
  }
  return difference;
}

/** Least-squares fit of value = mean + p x + q y; `value` receives a sample's position in the list. */
function fitPlane(indices: readonly number[], width: number, value: (place: number) => number) {
  let [n, meanX, meanY, mean] = [0, 0, 0, 0];
  for (const [k, i] of indices.entries()) {
    n++;
    meanX += ((i % width) - meanX) / n;
    meanY += (Math.floor(i / width) - meanY) / n;
    mean += (value(k) - mean) / n;
  }
  let [xx, xy, yy, xv, yv] = [1e-9, 0, 1e-9, 0, 0];
  for (const [k, i] of indices.entries()) {
    const [x, y, v] = [(i % width) - meanX, Math.floor(i / width) - meanY, value(k) - mean];
    xx += x * x;
    xy += x * y;
    yy += y * y;
    xv += x * v;
    yv += y * v;
  }
  const whole = xx * yy - xy * xy;
  const p = (xv * yy - yv * xy) / whole;
  const q = (yv * xx - xv * xy) / whole;
  return (x: number, y: number): number => mean + p * (x - meanX) + q * (y - meanY);
}

/** The largest piece is the picture; handwriting, stamps and stains are small. */
function largestPiece(border: Uint8Array, width: number, height: number): Uint8Array {
  const piece = new Int32Array(border.length);
  const pending: number[] = [];
  let [best, bestSize, count] = [0, 0, 0];
  const visit = (i: number): void => {
    if (border[i] === 1 || piece[i] !== 0) return;
    piece[i] = count;
    pending.push(i);
  };
  for (let start = 0; start < border.length; start++) {
    if (border[start] === 1 || piece[start] !== 0) continue;
    count++;
    visit(start);
    let size = 0;
    for (let i = pending.pop(); i !== undefined; i = pending.pop(), size++) {
      if (i >= width) visit(i - width);
      if (i < width * (height - 1)) visit(i + width);
      if (i % width > 0) visit(i - 1);
      if (i % width < width - 1) visit(i + 1);
    }
    if (size > bestSize) [best, bestSize] = [count, size];
  }
  return Uint8Array.from(piece, (each) => (each !== 0 && each === best ? 1 : 0));
}
