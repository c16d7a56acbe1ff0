import { type RgbPicture, smoothstep, toByte } from '../motion/plane.ts';
import { lumaOf, type Tones } from './tone.ts';

/** A colour is purple if green is below red and blue by this many 8-bit levels. */
const purple = 4;
/** Shares of all colours, and of the dark ones, that are purple only in prints whose green dye has faded. */
const most = 0.45;
const mostOfDark = 0.6;
const dark = 110;
/** The blacks of a faded print are no longer black. */
const raisedBlack = 20;
/** What red keeps of its lead over green: hair and shadows stay warm. */
const warmth = 0.6;
/** The shift is whole up to the first luma, and gone at the second: whites have no cast. */
const fades = { from: 90, to: 215 } as const;
const maxShift = 30;

/**
 * Removes the purple cast of a faded colour print, which a stretch of its channels leaves in the tones between black and
 * white: shifts their usual purple to a warm neutral of the same luma. `tones` are those before any change; other
 * pictures stay as they are.
 */
export function withoutPurple(picture: RgbPicture, { luma, isMonochrome }: Tones): RgbPicture {
  if (isMonochrome || luma.dark < raisedBlack) return picture;
  const { data } = picture;
  const cast = findCast(data);
  if (!cast) return picture;
  const [red, green, blue] = cast;
  const usual = lumaOf(cast, 0);
  const lead = warmth * (red - green);
  const neutral = usual - 0.2126 * lead;
  const shift = [neutral + lead - red, neutral - green, neutral - blue].map((value) =>
    Math.max(-maxShift, Math.min(maxShift, value)),
  );
  const out = Uint8Array.from(data);
  for (let i = 0; i < data.length; i += 3) {
    const level = lumaOf(data, i);
    const share = smoothstep(0, usual, level) * (1 - smoothstep(fades.from, fades.to, level));
    for (let c = 0; c < 3; c++) out[i + c] = toByte(data[i + c]! + share * shift[c]!);
  }
  return { ...picture, data: out };
}

/** The usual purple of a picture that is purple all over; else null. */
function findCast(data: Uint8Array): readonly [red: number, green: number, blue: number] | null {
  let [n, ofDark] = [0, 0];
  const found: number[] = [];
  let foundDark = 0;
  for (let i = 0; i < data.length; i += 33) {
    const level = lumaOf(data, i);
    n++;
    if (level < dark) ofDark++;
    if (data[i + 1]! >= Math.min(data[i]!, data[i + 2]!) - purple) continue;
    found.push(i);
    if (level < dark) foundDark++;
  }
  if (found.length < most * n || foundDark < mostOfDark * ofDark || ofDark === 0) return null;
  const median = (c: number): number =>
    found.map((i) => data[i + c]!).sort((p, q) => p - q)[found.length >> 1]!;
  return [median(0), median(1), median(2)];
}
