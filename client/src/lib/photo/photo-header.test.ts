import sharp from 'sharp';
import { expect, test } from 'vitest';
import { animation } from '../../../../tests/fixtures/evil-photos/pictures.ts';
import { claimedSize, sniffPhoto } from './photo-header.ts';

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
    expect(claimedSize(bytes)).toEqual({ width: 321, height: 200 });
  },
);

test.each([
  ['a GIF', Buffer.from('GIF89a')],
  ['a PDF', Buffer.from('%PDF-1.7')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a HEIC', Buffer.from('\0\0\0\x18ftypheic')],
  ['a sound in RIFF', Buffer.from('RIFF\0\0\0\0WAVE')],
  ['nothing', Buffer.alloc(0)],
])('%s is not a photo', (_, bytes) => {
  expect(sniffPhoto(bytes)).toBeNull();
  expect(claimedSize(bytes)).toBeNull();
});

test('an animated WebP is not a photo', async () => {
  expect(sniffPhoto(await animation().webp().toBuffer())).toBeNull();
});

test('a truncated header has no size', async () => {
  for (const make of Object.values(files)) expect(claimedSize((await make()).subarray(0, 14))).toBeNull();
});
