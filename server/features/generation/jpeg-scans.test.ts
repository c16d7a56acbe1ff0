import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findMarker,
  insertJpegSegments,
  jpeg,
  jpegSegment,
  picture,
} from '../../../tests/fixtures/evil-photos/pictures.ts';
import { findJpegScans, repairScanParameters } from './jpeg-scans.ts';

const progressive = () => picture().jpeg({ progressive: true }).toBuffer();

test('a baseline JPEG has one scan', async () => {
  const photo = await jpeg();
  expect(findJpegScans(photo, 100)).toEqual({ offsets: [findMarker(photo, 0xda)], sequential: true });
});

test('a progressive JPEG has several scans, and the search stops after the given number', async () => {
  const photo = await progressive();
  expect(findJpegScans(photo, 100)).toMatchObject({ sequential: false });
  expect(findJpegScans(photo, 100).offsets).toHaveLength(10);
  expect(findJpegScans(photo, 3).offsets).toHaveLength(4);
});

test('scans in metadata are ignored, scans after stray bytes are found', async () => {
  const photo = await jpeg();
  const hidden = insertJpegSegments(photo, jpegSegment(0xed, Buffer.from('ffda0008010100003f00', 'hex')));
  expect(findJpegScans(hidden, 100).offsets).toHaveLength(1);
  const tables = findMarker(photo, 0xdb);
  const stray = Buffer.concat([
    photo.subarray(0, tables),
    Buffer.from('00ff0007ffff', 'hex'),
    photo.subarray(tables),
  ]);
  expect(findJpegScans(stray, 100).offsets).toHaveLength(1);
});

test('wrong parameters are corrected in a copy, right ones are left unchanged', async () => {
  const photo = await jpeg();
  const scans = findJpegScans(photo, 100);
  expect(repairScanParameters(photo, scans)).toBe(photo);
  const odd = Buffer.from(photo);
  odd.set([0, 0, 0], findMarker(photo, 0xda) + 11);
  expect(repairScanParameters(odd, scans).equals(photo)).toBe(true);
  expect(odd.equals(photo)).toBe(false);
});

test('a progressive JPEG is never changed, because its parameters are meaningful', async () => {
  const photo = await progressive();
  expect(repairScanParameters(photo, findJpegScans(photo, 100))).toBe(photo);
});

test('no input makes it throw or loop', async () => {
  const whole = await progressive();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(whole.length), (tail, length) => {
      const bytes = Buffer.concat([whole.subarray(0, length), tail]);
      repairScanParameters(bytes, { ...findJpegScans(bytes, 100), sequential: true });
    }),
  );
});
