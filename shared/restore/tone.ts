import { type RgbPicture, toByte } from '../motion/plane.ts';

/** Where a channel's darkest and lightest parts are, in 8-bit levels. */
export interface Range {
  readonly dark: number;
  readonly light: number;
}

/** How the tones of a picture lie. */
export interface Tones {
  readonly channels: readonly [red: Range, green: Range, blue: Range];
  readonly luma: Range;
  /** Whether it is of one ink: a black-and-white print, toned or yellowed. Its tint is its own. */
  readonly isMonochrome: boolean;
}

/** Share of samples that may be darker, or lighter, than what counts: dust and scratches are. */
const outliers = 0.006;
/** What a good print's dark and light parts are. */
const target: Range = { dark: 8, light: 246 };
/** No channel is moved or stretched further than this. */
const mostShift = 80;
const mostStretch = 2.4;
/**
 * How far a channel's end lies from luma's where it is a cast for sure, and from where on it is the picture's own colour.
 * Between them less and less is taken out, of all channels alike: of one alone would turn what is warm green.
 */
const sureCast = 42;
const mostCast = 56;

const lumaOf = (data: Uint8Array, i: number): number =>
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

/** Whether red and blue follow from luma alone, to within a few levels. */
function isOneInk(data: Uint8Array): boolean {
  const sums = Array.from({ length: 32 }, () => ({ n: 0, red: 0, blue: 0, redSquares: 0, blueSquares: 0 }));
  for (let i = 0; i < data.length; i += 21) {
    const luma = lumaOf(data, i);
    const [red, blue] = [data[i]! - luma, data[i + 2]! - luma];
    const sum = sums[Math.floor(luma / 8)]!;
    sum.n++;
    sum.red += red;
    sum.blue += blue;
    sum.redSquares += red * red;
    sum.blueSquares += blue * blue;
  }
  let spread = 0;
  let n = 0;
  for (const sum of sums) {
    if (sum.n === 0) continue;
    spread += sum.redSquares - sum.red ** 2 / sum.n + sum.blueSquares - sum.blue ** 2 / sum.n;
    n += sum.n;
  }
  return Math.sqrt(spread / n) < 5;
}

/**
 * A picture with its range of tones back, and in colour without a cast. A print of one ink gets lighter and darker only:
 * its tint stays as strong as it was, where a stretched one would turn sepia into orange. Bounded, and monotonic in luma.
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

/** Where each channel ends once a cast is allowed for: all as luma does, if it is the picture's own colour. */
function balanced(channels: Tones['channels'], luma: Range): Range[] {
  const share = (end: keyof Range): number => {
    const apart = Math.max(...channels.map((channel) => Math.abs(channel[end] - luma[end])));
    return Math.max(0, Math.min(1, (mostCast - apart) / (mostCast - sureCast)));
  };
  const [dark, light] = [share('dark'), share('light')];
  return channels.map((channel) => ({
    dark: luma.dark + dark * (channel.dark - luma.dark),
    light: luma.light + light * (channel.light - luma.light),
  }));
}

function tableFor({ dark, light }: Range): Uint8Array {
  const from = Math.min(mostShift, Math.max(0, dark - target.dark));
  const to = Math.max(255 - mostShift, Math.min(255, light + 255 - target.light));
  const stretch = Math.min(mostStretch, 255 / Math.max(1, to - from));
  return Uint8Array.from({ length: 256 }, (_, level) => toByte((level - from) * stretch));
}
