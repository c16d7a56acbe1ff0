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
/** No channel is moved or stretched further than this, so that a sunset stays one. */
const mostShift = 80;
const mostStretch = 2.4;

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
 * The tables that give a faded picture its range back: one for each channel, which takes a cast out of a colour picture;
 * the same for all in a monochrome one. Bounded, and monotonic.
 */
export function toneTables({ channels, luma, isMonochrome }: Tones): readonly Uint8Array[] {
  return channels.map((channel) => tableFor(isMonochrome ? luma : towards(channel, luma)));
}

/** A channel that reaches less far than the others by far is the picture's own colour, not a cast. */
function towards({ dark, light }: Range, luma: Range): Range {
  const near = (value: number, to: number): number => Math.max(to - 45, Math.min(to + 45, value));
  return { dark: near(dark, luma.dark), light: near(light, luma.light) };
}

function tableFor({ dark, light }: Range): Uint8Array {
  const from = Math.min(mostShift, Math.max(0, dark - target.dark));
  const to = Math.max(255 - mostShift, Math.min(255, light + 255 - target.light));
  const stretch = Math.min(mostStretch, 255 / Math.max(1, to - from));
  return Uint8Array.from({ length: 256 }, (_, level) => toByte((level - from) * stretch));
}
