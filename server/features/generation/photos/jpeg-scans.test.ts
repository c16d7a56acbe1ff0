import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findMarker,
  insertJpegSegments,
  jpeg,
  jpegSegment,
  picture,
} from '#tests/fixtures/evil-photos/pictures.ts';
import { countJpegScans } from './jpeg-scans.ts';

const progressive = () => picture().jpeg({ progressive: true }).toBuffer();

test('a baseline JPEG has one scan', async () => {
  const photo = await jpeg();
  expect(countJpegScans(photo, 100)).toEqual({ scans: 1, ends: true });
});

test('a progressive JPEG has several scans, and the search stops after the given number', async () => {
  const photo = await progressive();
  expect(countJpegScans(photo, 100)).toEqual({ scans: 10, ends: true });
  expect(countJpegScans(photo, 3)).toEqual({ scans: 4, ends: false });
});

test('scans in metadata are ignored, scans after stray bytes are found', async () => {
  const photo = await jpeg();
  const hidden = insertJpegSegments(photo, jpegSegment(0xed, Buffer.from('ffda0008010100003f00', 'hex')));
  expect(countJpegScans(hidden, 100).scans).toBe(1);
  const tables = findMarker(photo, 0xdb);
  const stray = Buffer.concat([
    photo.subarray(0, tables),
    Buffer.from('00ff0007ffff', 'hex'),
    photo.subarray(tables),
  ]);
  expect(countJpegScans(stray, 100)).toEqual({ scans: 1, ends: true });
});

test('a JPEG without its end marker has no end, wherever it was cut', async () => {
  const photo = await jpeg();
  for (const missing of [1, 2, 3, 1000, photo.length - 4])
    expect(countJpegScans(photo.subarray(0, -missing), 100).ends).toBe(false);
});

test('no input makes it throw or loop', async () => {
  const whole = await progressive();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(whole.length), (tail, length) => {
      const bytes = Buffer.concat([whole.subarray(0, length), tail]);
      countJpegScans(bytes, 100);
    }),
  );
});
