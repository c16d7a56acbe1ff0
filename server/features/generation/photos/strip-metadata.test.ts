import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  animation,
  insertJpegSegments,
  insertPngChunks,
  insertWebpChunk,
  jpeg,
  jpegSegment,
  picture,
  png,
  pngChunk,
  webp,
} from '#tests/fixtures/evil-photos/pictures.ts';
import { AppError } from '#server/platform/errors.ts';
import { stripMetadata } from './strip-metadata.ts';

/** EXIF (2.32, tag 274) with an orientation of a quarter turn. */
const exif = Buffer.from('II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0', 'latin1');
const jpegExif = jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif]));
const text = pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(1000))]));

test.each([
  ['jpeg', jpeg],
  ['png', png],
  ['webp', webp],
] as const)('a %s without metadata is returned unchanged', async (format, make) => {
  const photo = await make();
  expect(stripMetadata(photo, format)).toBe(photo);
});

test('removes all texts from a PNG, and keeps colours and orientation', async () => {
  const profile = pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(3000))]));
  const needed = insertPngChunks(await png(), profile, pngChunk('eXIf', exif));
  const behind = Buffer.concat([needed.subarray(0, -12), text, needed.subarray(-12)]);
  expect(stripMetadata(insertPngChunks(behind, text, text), 'png')).toEqual(needed);
});

test('keeps one of each PNG chunk that may occur only once', async () => {
  const gamma = pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]));
  const photo = await png();
  expect(stripMetadata(insertPngChunks(photo, ...Array<Buffer>(1000).fill(gamma)), 'png')).toEqual(
    insertPngChunks(photo, gamma),
  );
});

test('removes comments and foreign segments from a JPEG, also between scans, and keeps its first EXIF', async () => {
  const photo = await picture().jpeg({ progressive: true }).toBuffer();
  const needed = insertJpegSegments(photo, jpegExif);
  const foreign = [jpegSegment(0xfe, Buffer.from('FF DA')), jpegSegment(0xed, Buffer.from('Photoshop 3.0'))];
  const secondScan = needed.indexOf(Buffer.from([0xff, 0xda]), needed.indexOf(Buffer.from([0xff, 0xda])) + 2);
  const between = Buffer.concat([
    needed.subarray(0, secondScan),
    ...foreign,
    jpegExif,
    needed.subarray(secondScan),
  ]);
  expect(stripMetadata(insertJpegSegments(between, ...foreign), 'jpeg')).toEqual(needed);
});

test('removes XMP, oversized EXIF and unknown chunks from a WebP, and updates its header', async () => {
  const rich = await picture()
    .withXmp('<x:xmpmeta/>')
    .withExif({ IFD0: { Copyright: 'x' } })
    .webp()
    .toBuffer();
  expect(await sharp(rich).metadata()).toMatchObject({ xmp: expect.anything() });
  const padded = insertWebpChunk(insertWebpChunk(rich, 'JUNK', Buffer.alloc(7)), 'XMP ', Buffer.alloc(7));
  const photo = stripMetadata(padded, 'webp');
  expect(photo.length).toBe(photo.readUInt32LE(4) + 8);
  expect(photo.includes('xmpmeta') || photo.includes('JUNK')).toBe(false);
  const { xmp, exif: kept, width, height } = await sharp(photo).metadata();
  expect([xmp, width, height]).toEqual([undefined, 480, 360]);
  expect(kept).toBeDefined();

  const vp8x = photo.subarray(0, photo.indexOf('EXIF'));
  const long = stripMetadata(insertWebpChunk(vp8x, 'EXIF', Buffer.alloc(70_000)), 'webp');
  expect(long.includes('EXIF')).toBe(false);
  expect((long[20] ?? 0) & 0x0c).toBe(0);
});

test('an animated WebP is recognised by its chunks and refused', async () => {
  const film = await animation().webp().toBuffer();
  expect(() => stripMetadata(film, 'webp')).toThrow(expect.objectContaining({ code: 'invalid_file_type' }));
});

test('the result is never longer than the input, and any error is one that may be shown to the sender', async () => {
  const photos = { jpeg: await jpeg(), png: await png(), webp: await webp() };
  const format = fc.constantFrom('jpeg', 'png', 'webp');
  const change = fc.tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 12 }));
  fc.assert(
    fc.property(format, fc.array(change, { maxLength: 20 }), (name, changes) => {
      const photo = Buffer.from(photos[name]);
      for (const [at, bytes] of changes) photo.set(bytes, at % (photo.length - 12));
      try {
        expect(stripMetadata(photo, name).length).toBeLessThanOrEqual(photo.length);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
    { numRuns: 300 },
  );
});
