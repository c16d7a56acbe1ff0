import sharp from 'sharp';
import { expect, test } from 'vitest';
import { animation } from '#tests/fixtures/evil-photos/pictures.ts';
import { isMovingWebp, readHeader, sniffPhoto } from './photo-header.ts';

const picture = () =>
  sharp({
    create: { width: 321, height: 200, channels: 4, background: { r: 90, g: 60, b: 30, alpha: 0.5 } },
  });

const files: Record<string, () => Promise<Uint8Array>> = {
  'image/jpeg': () => picture().jpeg().toBuffer(),
  'image/jpeg with EXIF': () =>
    picture()
      .withExif({ IFD0: { Artist: 'a'.repeat(3000) } })
      .jpeg()
      .toBuffer(),
  'image/jpeg progressive': () => picture().jpeg({ progressive: true }).toBuffer(),
  'image/png': () => picture().png().toBuffer(),
  'image/webp lossy': () => picture().flatten().webp().toBuffer(),
  'image/webp lossless': () => picture().webp({ lossless: true }).toBuffer(),
  'image/webp extended': () => picture().webp().toBuffer(),
};

test.each(Object.keys(files))(
  '%s is recognised by its bytes, and its size read from the header',
  async (name) => {
    const bytes = await files[name]?.();
    if (!bytes) throw new Error('no such picture');
    expect(sniffPhoto(bytes)).toBe(name.split(' ')[0]);
    expect(readHeader(bytes)).toMatchObject({ width: 321, height: 200 });
  },
);

test('stray bytes between segments are skipped, as decoders do', async () => {
  const photo = await picture().jpeg().toBuffer();
  for (const marker of [0xc4, 0xc0]) {
    const at = photo.indexOf(Buffer.from([0xff, marker]));
    const stray = Buffer.concat([
      photo.subarray(0, at),
      Buffer.from('00ff000700ffff', 'hex'),
      photo.subarray(at),
    ]);
    expect(readHeader(stray)).toEqual({ width: 321, height: 200, reducible: true });
  }
});

test.each([
  ['a progressive JPEG', () => picture().jpeg({ progressive: true }), false],
  ['a usual JPEG', () => picture().jpeg(), true],
  ['a PNG', () => picture().png(), false],
  ['a lossless WebP', () => picture().webp({ lossless: true }), false],
  ['a lossless WebP with a profile', () => picture().withIccProfile('p3').webp({ lossless: true }), false],
  ['a lossy WebP', () => picture().flatten().webp(), true],
  ['a lossy WebP with transparent parts', () => picture().webp(), true],
])('%s: whether a decoder can reduce it is %s', async (_, make, reducible) => {
  expect(readHeader(await make().toBuffer())).toMatchObject({ reducible });
});

test.each([
  ['a GIF', Buffer.from('GIF89a')],
  ['a PDF', Buffer.from('%PDF-1.7')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a HEIC', Buffer.from('\0\0\0\x18ftypheic')],
  ['a sound in RIFF', Buffer.from('RIFF\0\0\0\0WAVE')],
  ['nothing', Buffer.alloc(0)],
])('%s is not a photo', (_, bytes) => {
  expect(sniffPhoto(bytes)).toBeNull();
  expect(readHeader(bytes)).toBeNull();
});

test('a WebP of several frames is moving, one with a single frame is not, whatever its header says', async () => {
  const moving = await animation().webp().toBuffer();
  expect(isMovingWebp(moving)).toBe(true);
  const second = moving.indexOf('ANMF', moving.indexOf('ANMF') + 4);
  expect(isMovingWebp(moving.subarray(0, second))).toBe(false);
  expect(isMovingWebp(await sharp(moving).webp().toBuffer())).toBe(false);
});

test('a frame of an animated WebP says whether a decoder can reduce it', async () => {
  const reducible = async (lossless: boolean) =>
    readHeader(await animation().webp({ lossless }).toBuffer())?.reducible;
  expect([await reducible(false), await reducible(true)]).toEqual([true, false]);
});

test('a truncated header has no size', async () => {
  for (const make of Object.values(files)) expect(readHeader((await make()).subarray(0, 14))).toBeNull();
});
