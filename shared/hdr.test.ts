import { expect, test } from 'vitest';
import { colourSpaceOf, iccProfile, srgb } from './icc-profile.ts';
import { hdrColoursIn, hdrColoursOf, toneMap } from './hdr.ts';

/** What Chromium 156 draws of pixels of a PNG with these code points: primaries, transfer, encoded, drawn. */
const drawn: [number, number, [number, number, number], [number, number, number]][] = [
  [9, 18, [0, 0, 0], [0, 0, 0]],
  [9, 18, [32, 32, 32], [14, 14, 14]],
  [9, 18, [96, 96, 96], [71, 71, 71]],
  [9, 18, [148, 148, 148], [120, 120, 120]],
  [9, 18, [191, 191, 191], [187, 187, 187]],
  [9, 18, [224, 224, 224], [228, 228, 228]],
  [9, 18, [255, 255, 255], [255, 255, 255]],
  [1, 18, [148, 148, 148], [120, 120, 120]],
  [9, 16, [64, 64, 64], [30, 30, 30]],
  [9, 16, [128, 128, 128], [132, 132, 132]],
  [9, 16, [160, 160, 160], [213, 213, 213]],
  [9, 16, [191, 191, 191], [254, 254, 254]],
  [9, 16, [255, 255, 255], [255, 255, 255]],
  [12, 16, [96, 96, 96], [70, 70, 70]],
  [9, 16, [255, 128, 128], [255, 0, 0]],
  [9, 16, [255, 200, 200], [255, 46, 97]],
  [9, 16, [128, 255, 128], [0, 255, 0]],
];

test.each(drawn)('%d/%d: %j is shown as %j', (primaries, transfer, encoded, right) => {
  const colours = hdrColoursOf(primaries, transfer)!;
  const pixels = Uint8Array.from([...encoded, 77, ...encoded, 88]);
  toneMap(pixels, 4, colours);
  // Whatever is beside the colours stays.
  expect([pixels[3], pixels[7]]).toEqual([77, 88]);
  for (const start of [0, 4])
    for (const [channel, value] of right.entries())
      expect(Math.abs((pixels[start + channel] ?? Number.NaN) - value)).toBeLessThanOrEqual(2);
});

test('without an alpha channel, every pixel is converted', () => {
  const pixels = Uint8Array.from([148, 148, 148, 191, 191, 191]);
  toneMap(pixels, 3, hdrColoursOf(9, 18)!);
  expect([...pixels]).toEqual([120, 120, 120, 187, 187, 187]);
});

test.each([
  [9, 13],
  [9, 1],
  [9, 14],
  [2, 16],
  [0, 18],
])('%d/%d is no HDR', (primaries, transfer) => {
  expect(hdrColoursOf(primaries, transfer)).toBeNull();
});

/** A profile whose copyright has made room for a `cicp` tag. */
function withCodePoints(primaries: number, transfer: number): Uint8Array {
  const profile = Buffer.from(iccProfile(colourSpaceOf(9, 14) ?? srgb));
  const entry = profile.indexOf('cprt');
  profile.write('cicp', entry);
  const at = profile.readUInt32BE(entry + 4);
  profile.write('cicp', at);
  profile.set([0, 0, 0, 0, primaries, transfer, 0, 1], at + 4);
  return profile;
}

test('a profile says by its code points that it is HDR, or is none', () => {
  expect(hdrColoursIn(withCodePoints(9, 18))).toEqual(hdrColoursOf(9, 18));
  expect(hdrColoursIn(withCodePoints(12, 16))).toEqual(hdrColoursOf(12, 16));
  expect(hdrColoursIn(withCodePoints(9, 14))).toBeNull();
  expect(hdrColoursIn(iccProfile(srgb))).toBeNull();
  for (const end of [0, 100, 131, 140, 150])
    expect(hdrColoursIn(withCodePoints(9, 18).subarray(0, end))).toBeNull();
});
