import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { blank, insertJpegSegments, jpeg, jpegSegment } from '#tests/fixtures/evil-photos/pictures.ts';
import { heicOf } from '#tests/support/heic.ts';
import { exifDay, exifOrientation } from './exif.ts';

const dated = (date: string) => blank(64, 64).withExif({ IFD2: { DateTimeOriginal: date } });

const formats: [string, (photo: Sharp) => Sharp][] = [
  ['JPEG', (photo) => photo.jpeg()],
  ['PNG', (photo) => photo.png()],
  ['WebP', (photo) => photo.webp()],
];

test.each(formats)('the day is read from a %s', async (_, encode) => {
  const photo = await encode(dated('2019:08:21 23:59:59')).toBuffer();
  expect(exifDay(photo)).toBe('2019-08-21');
});

test('the day is read from a HEIC, in either byte order', async () => {
  const { exif } = await sharp(await dated('1962:07:01 10:00:00').jpeg().toBuffer()).metadata();
  const photo = await heicOf(await blank(64, 64).png().toBuffer());
  expect(exifDay(Buffer.concat([photo, exif ?? Buffer.alloc(0)]))).toBe('1962-07-01');
  const bigEndian = Buffer.from(
    'Exif\0\0MM\0*\0\0\0\x08\0\x01\x87\x69\0\x04\0\0\0\x01\0\0\0\x1a\0\0\0\0' +
      '\0\x01\x90\x03\0\x02\0\0\0\x14\0\0\0\x2c\0\0\0\0' +
      '1962:07:01 10:00:00\0',
    'latin1',
  );
  expect(exifDay(Buffer.concat([photo, bigEndian]))).toBe('1962-07-01');
});

test.each(['0000:00:00 00:00:00', '2999:01:01 00:00:00', '2019:02:30 00:00:00', 'in the summer'])(
  '%s is no day',
  async (date) => {
    expect(exifDay(await dated(date).jpeg().toBuffer())).toBeNull();
  },
);

test('without EXIF, and with one that points out of the file, there is no day', async () => {
  expect(exifDay(await jpeg())).toBeNull();
  const wild = Buffer.from('Exif\0\0II*\0\xff\xff\xff\xff', 'latin1');
  expect(exifDay(insertJpegSegments(await jpeg(), jpegSegment(0xe1, wild)))).toBeNull();
});

test.each(formats)('the orientation is read from a %s', async (_, encode) => {
  for (const orientation of [1, 3, 6, 8]) {
    const photo = await encode(blank(64, 48).withMetadata({ orientation })).toBuffer();
    expect(exifOrientation(photo)).toBe(orientation);
  }
});

test('without a valid orientation, a photo is upright', async () => {
  expect(exifOrientation(await jpeg())).toBe(1);
  for (const value of ['\0', '\x09']) {
    const tiff = `II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0${value}\0\0\0`;
    expect(exifOrientation(Buffer.from(`Exif\0\0${tiff}`, 'latin1'))).toBe(1);
  }
});
