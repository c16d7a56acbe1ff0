import { type Corners, linearBetween, luminanceOf, primariesOf, srgb } from './icc-profile.ts';

/** The colours of an HDR picture. */
export interface HdrColours {
  readonly corners: Corners;
  readonly transfer: 'pq' | 'hlg';
}

/** The HDR colours with these code points (ITU-T H.273, tables 2 and 3); null if they are others, or unknown. */
export function hdrColoursOf(primariesCode: number, transferCode: number): HdrColours | null {
  const corners = primariesOf(primariesCode);
  const transfer = transferCode === 16 ? 'pq' : transferCode === 18 ? 'hlg' : null;
  return corners && transfer && { corners, transfer };
}

/** The HDR colours that an ICC profile declares by its `cicp` tag (ICC.1:2022, 9.2.17); null without one. Never throws. */
export function hdrColoursIn(profile: Uint8Array): HdrColours | null {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength);
  try {
    for (let tag = 0; tag < view.getUint32(128); tag += 1) {
      const entry = 132 + 12 * tag;
      if (view.getUint32(entry) !== 0x6369_6370) continue;
      const at = view.getUint32(entry + 4);
      return hdrColoursOf(view.getUint8(at + 8), view.getUint8(at + 9));
    }
    return null;
  } catch (error) {
    // It ends too early.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** What the brightest part of a picture has, in cd/m2, and what paper white has: ITU-R BT.2408. */
const brightest = 1000;
const white = 203;
/** In paper whites. */
const peak = brightest / white;

/** SMPTE ST 2084: the light of an encoded value, in paper whites. */
function pqLight(encoded: number): number {
  const power = encoded ** (1 / 78.84375);
  return (
    (10_000 / white) *
    (Math.max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power)) ** (1 / 0.1593017578125)
  );
}

/** ARIB STD-B67: the light of an encoded value before the scene's is made the screen's, 0 to 1. */
const hlgLight = (encoded: number): number =>
  encoded <= 0.5 ? encoded ** 2 / 3 : (Math.exp((encoded - 0.55991073) / 0.17883277) + 0.28466892) / 12;

/**
 * The brightness on a screen, 0 to 1, for one in paper whites: half of it up to paper white, then less and less. Within
 * two levels of what Chromium draws (measured, version 156).
 */
function dimmed(light: number): number {
  if (light <= 1) return light / 2;
  return light >= peak ? 1 : 0.5 + 0.5 * (Math.log(light) / Math.log(peak)) ** 0.87;
}

/** Steps between black and white, so fine that none is wider than one of the 256 encoded levels. */
const steps = 4096;
const levels = Uint8Array.from({ length: steps + 1 }, (_, step) => {
  const light = step / steps;
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});
const levelOf = (light: number) => levels[Math.round(steps * Math.min(1, Math.max(0, light)))] ?? 0;

const bt2020 = primariesOf(9)!;

/**
 * Converts an HDR picture to sRGB, in place: `channels` bytes per pixel, of which the first three are its encoded red,
 * green and blue. The one conversion for every door, near to what Chromium draws.
 */
export function toneMap(
  pixels: Uint8Array | Uint8ClampedArray,
  channels: 3 | 4,
  { corners, transfer }: HdrColours,
): void {
  const light = Float64Array.from({ length: 256 }, (_, value) =>
    transfer === 'pq' ? pqLight(value / 255) : hlgLight(value / 255),
  );
  const [inRed, inGreen, inBlue] = luminanceOf(corners);
  // As in Chromium, brightness is judged by the strongest of BT.2020's primaries.
  const [r, g, b] = linearBetween(corners, bt2020);
  const [x, y, z] = linearBetween(bt2020, srgb);
  for (let at = 0; at + 2 < pixels.length; at += channels) {
    let red = light[pixels[at] ?? 0] ?? 0;
    let green = light[pixels[at + 1] ?? 0] ?? 0;
    let blue = light[pixels[at + 2] ?? 0] ?? 0;
    if (transfer === 'hlg') {
      // ITU-R BT.2100, table 5: the system's gamma for a screen of 1,000 cd/m2.
      const gain = peak * (inRed * red + inGreen * green + inBlue * blue) ** 0.2;
      red *= gain;
      green *= gain;
      blue *= gain;
    }
    const wideRed = r[0] * red + r[1] * green + r[2] * blue;
    const wideGreen = g[0] * red + g[1] * green + g[2] * blue;
    const wideBlue = b[0] * red + b[1] * green + b[2] * blue;
    const strongest = Math.max(wideRed, wideGreen, wideBlue);
    const gain = strongest > 0 ? dimmed(strongest) / strongest : 0;
    pixels[at] = levelOf(gain * (x[0] * wideRed + x[1] * wideGreen + x[2] * wideBlue));
    pixels[at + 1] = levelOf(gain * (y[0] * wideRed + y[1] * wideGreen + y[2] * wideBlue));
    pixels[at + 2] = levelOf(gain * (z[0] * wideRed + z[1] * wideGreen + z[2] * wideBlue));
  }
}
