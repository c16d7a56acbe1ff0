import sharp from 'sharp';
import { expect, test } from 'vitest';
import { colourSpaceOf, iccProfile, srgb } from '#shared/icc-profile.ts';
import { hdrColoursOf } from '#shared/hdr.ts';
import { blank } from '#tests/fixtures/evil-photos/pictures.ts';
import { heicOf } from '#tests/support/heic.ts';
import { averagePixels } from './average-pixels.ts';
import { readHeicFile } from './heic-file.ts';
import { withProfile } from './jpeg-profile.ts';

const photo = () => blank(96, 64, '#ea3323').png().toBuffer();
const p3 = colourSpaceOf(12, 13) ?? srgb;

/** The colour of a JPEG with these numbers and this profile, in sRGB. */
async function shown(profile: Uint8Array): Promise<number[]> {
  // Canvases embed a profile of their own, which must go.
  const made = blank(64, 64, '#ea3323').withIccProfile('srgb');
  const plain = await made.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
  expect((await sharp(plain).metadata()).icc).toBeDefined();
  const jpeg = Buffer.concat(withProfile(plain, profile));
  return [...(await sharp(jpeg).raw().toBuffer()).subarray(0, 3)];
}

test('the size of the primary picture is read, and sRGB needs no profile', async () => {
  const plain = { size: { width: 96, height: 64 }, profile: null, hdr: null };
  expect(readHeicFile(await heicOf(await photo()))).toEqual(plain);
  const before = await blank(96, 64, '#0000ff').png().toBuffer();
  expect(readHeicFile(await heicOf(await photo(), { before }))).toEqual(plain);
  expect(readHeicFile(await heicOf(await photo(), { colours: { primaries: 1, transfer: 13 } }))).toEqual(
    plain,
  );
  expect(readHeicFile(await heicOf(await photo(), { colours: { primaries: 2, transfer: 2 } }))).toEqual(
    plain,
  );
});

test('code points of HDR are colours to tone-map, not a profile', async () => {
  const colours = { primaries: 9, transfer: 18 };
  expect(readHeicFile(await heicOf(await photo(), { colours }))).toMatchObject({
    profile: null,
    hdr: hdrColoursOf(9, 18),
  });
  const own = { primaries: 1, transfer: 16 };
  expect(readHeicFile(await heicOf(await photo(), { colours: own })).hdr).toEqual(hdrColoursOf(1, 16));
});

test.each([
  ['a profile', { icc: iccProfile(p3) }],
  ['code points', { primaries: 12, transfer: 13 }],
])('Display P3 by %s becomes a profile that makes (234, 51, 35) red', async (_, colours) => {
  const { profile } = readHeicFile(await heicOf(await photo(), { colours }));
  const [red = 0, green = 0, blue = 0] = await shown(profile ?? new Uint8Array());
  expect(red).toBeGreaterThanOrEqual(252);
  expect(Math.max(green, blue)).toBeLessThanOrEqual(3);
});

test('a long profile is spread over several segments', () => {
  const profile = Uint8Array.from({ length: 140_000 }, (_, index) => index % 251);
  const [, added = Buffer.of()] = withProfile(Uint8Array.from([0xff, 0xd8, 0xff, 0xda]), profile);
  const segments = Buffer.from(added);
  expect(segments.length).toBe(140_000 + 3 * 18);
  expect(segments.readUInt16BE(2)).toBe(65_535);
  expect([segments[16], segments[17]]).toEqual([1, 3]);
});

test('a truncated file tells what it can, and never throws', async () => {
  const file = await heicOf(await photo());
  for (let length = 0; length < file.length; length += 7)
    expect(readHeicFile(file.subarray(0, length)).profile).toBeNull();
});

test('pixels are averaged in squares', () => {
  const data = Uint8ClampedArray.from([0, 10, 200].flatMap((value) => [value, value, value, 255]));
  const rows = new Uint8ClampedArray([...data, ...data]);
  expect(averagePixels({ data: rows, width: 3, height: 2 }, 2)).toEqual({
    width: 1,
    height: 1,
    data: new Uint8ClampedArray([5, 5, 5, 255]),
  });
});
