import { type RgbPicture, toByte } from '../motion/plane.ts';

/** The dark and light ends of a channel, in 8-bit levels. */
export interface Range {
  readonly dark: number;
  readonly light: number;
}

/** The tonal distribution of a picture. */
export interface Tones {
  readonly channels: readonly [red: Range, green: Range, blue: Range];
  readonly luma: Range;
  /** Whether it has a single ink: a black-and-white print, toned or yellowed. Its tint is intentional. */
  readonly isMonochrome: boolean;
}

/** Share of samples ignored at each end as outliers, such as dust and scratches. */
const outliers = 0.006;
/** The dark and light ends of a good print. */
const target: Range = { dark: 8, light: 246 };
/** The maximum shift and stretch of a channel. */
const maxShift = 80;
const maxStretch = 2.4;
/** In a print of one ink, nine colours of ten are this close to the usual one of their luma, in 8-bit levels. */
const maxInkDifference = 10;
/**
 * The distance of a channel's end from luma's up to which it certainly is a colour cast, and from which it is the
 * picture's own colour. In between, correction fades out, for all channels alike: correcting just one would turn warm
 * colours green.
 */
const sureCast = 42;
const maxCast = 56;

/** The luma (ITU-R BT.709) of the RGB triple at `i`, in the same levels. */
export const lumaOf = (data: ArrayLike<number>, i: number): number =>
  0.2126 * data[i]! + 0.7152 * data[i + 1]! + 0.0722 * data[i + 2]!;

export function measureTones({ data }: RgbPicture): Tones {
  const counts = Array.from({ length: 4 }, () => new Uint32Array(256));
  for (let i = 0; i < data.length; i += 3) {
    for (let channel = 0; channel < 3; channel++) counts[channel]![data[i + channel]!]!++;
    counts[3]![Math.round(lumaOf(data, i))]!++;
  }
  const [red, green, blue, luma] = counts.map((each) => rangeOf(each, data.length / 3));
  return { channels: [red!, green!, blue!], luma: luma!, isMonochrome: isOneInk(data) };
}

function rangeOf(counts: Uint32Array, total: number): Range {
  const find = (at: (level: number) => number): number => {
    let sum = 0;
    for (let level = 0; level < 256; level++) {
      sum += counts[at(level)]!;
      if (sum > outliers * total) return at(level);
    }
    return at(255);
  };
  return { dark: find((level) => level), light: find((level) => 255 - level) };
}

/** In a faded print, the darkest tone is no longer dark, and the range up to the lightest is small. */
export function isFaded({ luma }: Tones): boolean {
  return luma.dark > 45 && luma.light - luma.dark < 150;
}

/** In a worn print, blacks are grey, and paper has yellowed, if not as much as to be faded. */
export function isWorn({ luma }: Tones): boolean {
  return luma.dark > 40 && luma.light - luma.dark < 185;
}

/** Whether red and blue are functions of luma alone, to within a few levels, but for stains and bare paper. */
function isOneInk(data: Uint8Array): boolean {
  const inks = Array.from({ length: 32 }, () => ({ red: [] as number[], blue: [] as number[] }));
  for (let i = 0; i < data.length; i += 63) {
    const luma = lumaOf(data, i);
    const ink = inks[Math.floor(luma / 8)]!;
    ink.red.push(data[i]! - luma);
    ink.blue.push(data[i + 2]! - luma);
  }
  const apart = inks.flatMap(({ red, blue }) => {
    if (red.length < 2) return [];
    const [usualRed, usualBlue] = [medianOf(red), medianOf(blue)];
    return red.map((value, k) => Math.hypot(value - usualRed, blue[k]! - usualBlue));
  });
  apart.sort((p, q) => p - q);
  return (apart[Math.floor(0.9 * apart.length)] ?? 0) < maxInkDifference;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((p, q) => p - q)[values.length >> 1]!;
}

/**
 * Restores a picture's tonal range and, for colour photos, removes the cast. For a single-ink print only the brightness
 * changes: its tint keeps its strength, as stretching would turn sepia into orange. Bounded, and monotonic in luma.
 */
export function withTones(picture: RgbPicture, { channels, luma, isMonochrome }: Tones): RgbPicture {
  const { data } = picture;
  const ink = tableFor(luma);
  if (!isMonochrome) {
    const ends = balanced(channels, luma).map(tableFor);
    return { ...picture, data: data.map((value, i) => ends[i % 3]![value]!) };
  }
  const toned = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 3) {
    const level = Math.round(lumaOf(data, i));
    const change = ink[level]! - level;
    for (let channel = i; channel < i + 3; channel++) toned[channel] = toByte(data[channel]! + change);
  }
  return { ...picture, data: toned };
}

/** The ends of each channel, allowing for a cast: the same as luma's if the difference is the picture's own colour. */
function balanced(channels: Tones['channels'], luma: Range): Range[] {
  const share = (end: keyof Range): number => {
    const apart = Math.max(...channels.map((channel) => Math.abs(channel[end] - luma[end])));
    return Math.max(0, Math.min(1, (maxCast - apart) / (maxCast - sureCast)));
  };
  const [dark, light] = [share('dark'), share('light')];
  return channels.map((channel) => ({
    dark: luma.dark + dark * (channel.dark - luma.dark),
    light: luma.light + light * (channel.light - luma.light),
  }));
}

function tableFor({ dark, light }: Range): Uint8Array {
  const from = Math.min(maxShift, Math.max(0, dark - target.dark));
  const to = Math.max(255 - maxShift, Math.min(255, light + 255 - target.light));
  const stretch = Math.min(maxStretch, 255 / Math.max(1, to - from));
  return Uint8Array.from({ length: 256 }, (_, level) => toByte((level - from) * stretch));
}
