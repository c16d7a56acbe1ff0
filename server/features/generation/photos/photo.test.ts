import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { iccProfile, srgb as srgbSpace } from '#shared/icc-profile.ts';
import { limits } from '#shared/limits.ts';
import { evilPhotos } from '#tests/fixtures/evil-photos.ts';
import { heldBy } from '#tests/fixtures/evil-photos/odd.ts';
import {
  blank,
  flipBit,
  insertPngChunks,
  jpeg,
  picture,
  png,
  pngChunk,
  webp,
} from '#tests/fixtures/evil-photos/pictures.ts';
import { AppError } from '#server/platform/errors.ts';
import { centreCrop } from './centre-crop.ts';
import { captureDate } from './capture-date.ts';
import { preparePhoto } from './photo.ts';

/** The error code that a photo is rejected with, or 'accepted'. Anything but an AppError fails the test. */
async function judge(bytes: Buffer): Promise<string> {
  try {
    await preparePhoto(bytes);
    return 'accepted';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** The colour in the middle of the 8 by 8 square whose upper left corner is given. */
async function colourAt(image: Buffer, left: number, top: number): Promise<number[]> {
  const patch = await sharp(image).extract({ left, top, width: 8, height: 8 }).removeAlpha().raw().toBuffer();
  const offset = 3 * (4 * 8 + 4);
  return [...patch.subarray(offset, offset + 3)];
}

function expectColour(actual: number[], wanted: number[], tolerance = 4): void {
  for (const [channel, value] of wanted.entries())
    expect(
      Math.abs((actual[channel] ?? Number.NaN) - value),
      `${actual.join()} is not ${wanted.join()}`,
    ).toBeLessThanOrEqual(tolerance);
}

describe('hostile photos', () => {
  test.each(evilPhotos)('$name: $expected', async ({ bytes, expected, size }) => {
    const input = await bytes();
    if (expected !== 'accepted') return expect(await judge(input)).toBe(expected);
    const photo = await preparePhoto(input);
    const header = await sharp(photo.jpeg).metadata();
    expect(header).toMatchObject({ format: 'jpeg', space: 'srgb', channels: 3, depth: 'uchar' });
    expect(header).toMatchObject({ width: photo.width, height: photo.height, chromaSubsampling: '4:4:4' });
    expect(header).toMatchObject(size ?? {});
    expect(header.orientation ?? header.exif ?? header.icc ?? header.xmp ?? header.iptc).toBeUndefined();
    expect(Math.min(photo.width, photo.height)).toBeGreaterThanOrEqual(limits.photo.minShorterSide);
    expect(photo.jpeg.includes('script') || photo.jpeg.includes('PK\x03\x04')).toBe(false);
  });
});

test('removes all camera metadata', async () => {
  const input = await heldBy(6);
  expect(input.includes('Nonna') && input.includes('Exif')).toBe(true);
  const { jpeg: output } = await preparePhoto(input);
  for (const trace of ['Nonna', 'Exif', 'GPS', 'Camera', 'ICC_PROFILE'])
    expect(output.includes(trace)).toBe(false);
});

describe('rotates a photo upright', () => {
  // The expected position of the first stored corner, by orientation: EXIF 2.32, tag 274.
  const corners = [
    [1, 'left', 'top'],
    [2, 'right', 'top'],
    [3, 'right', 'bottom'],
    [4, 'left', 'bottom'],
    [5, 'left', 'top'],
    [6, 'right', 'top'],
    [7, 'right', 'bottom'],
    [8, 'left', 'bottom'],
  ] as const;

  test.each(corners)('orientation %i: the first corner is %s %s', async (orientation, side, edge) => {
    const corner = await blank(100, 100, '#ff0000').png().toBuffer();
    const stored = blank(480, 360, '#0000ff').composite([{ input: corner, left: 0, top: 0 }]);
    const { jpeg: upright, width, height } = await preparePhoto(await heldBy(orientation, stored));
    expect([width, height]).toEqual(orientation < 5 ? [480, 360] : [360, 480]);
    const left = side === 'left' ? 20 : width - 28;
    const top = edge === 'top' ? 20 : height - 28;
    expectColour(await colourAt(upright, left, top), [254, 0, 0]);
    expectColour(await colourAt(upright, width - 8 - left, height - 8 - top), [0, 0, 254]);
  });
});

describe('colours', () => {
  test('Display P3 is converted to sRGB', async () => {
    const wide = await blank(400, 400, '#c86432').withIccProfile('p3').png().toBuffer();
    const stored = await sharp(wide, { ignoreIcc: true })
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer();
    // Computed with the matrices of SMPTE EG 432-1 and IEC 61966-2-1.
    expectColour([...stored], [187, 105, 62], 1);
    expectColour(await colourAt((await preparePhoto(wide)).jpeg, 100, 100), [200, 100, 50]);
  });

  test('16-bit colours keep their value', async () => {
    const deep = await blank(400, 400, '#6496c8').toColourspace('rgb16').png().toBuffer();
    expectColour(await colourAt((await preparePhoto(deep)).jpeg, 100, 100), [100, 150, 200]);
  });

  test('grey stays grey', async () => {
    const grey = await blank(400, 400, '#808080').greyscale().png().toBuffer();
    expectColour(await colourAt((await preparePhoto(grey)).jpeg, 100, 100), [128, 128, 128]);
  });

  const u32 = (...values: number[]) =>
    Buffer.concat(values.map((value) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')));
  const linear = pngChunk('gAMA', u32(100_000));
  const displayP3 = pngChunk('cICP', Buffer.from([12, 13, 0, 1]));
  // The corners of Display P3: white, red, green, blue.
  const corners = pngChunk('cHRM', u32(31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000));
  const srgb = pngChunk('sRGB', Buffer.from([0]));

  test.each<[string, string, 'srgb' | 'rgb16' | 'b-w' | 'grey16', Buffer[], number[]]>([
    ['gAMA alone', '#373737', 'srgb', [linear], [128, 128, 128]],
    ['gAMA in 16 bits', '#373737', 'rgb16', [linear], [128, 128, 128]],
    ['gAMA and grey', '#373737', 'b-w', [linear], [128, 128, 128]],
    ['gAMA and grey of 16 bits', '#373737', 'grey16', [linear], [128, 128, 128]],
    ['gAMA beside sRGB', '#373737', 'srgb', [linear, srgb], [55, 55, 55]],
    ['gAMA of nothing', '#373737', 'srgb', [pngChunk('gAMA', u32(0))], [55, 55, 55]],
    ['cHRM alone', '#ea3323', 'srgb', [corners], [234, 51, 35]],
    ['cHRM and gAMA', '#ea3323', 'srgb', [corners, pngChunk('gAMA', u32(45_455))], [255, 0, 0]],
    ['cICP', '#ea3323', 'srgb', [displayP3], [255, 0, 0]],
    ['cICP before all others', '#ea3323', 'srgb', [linear, srgb, displayP3], [255, 0, 0]],
    ['cICP in 16 bits', '#ea3323', 'rgb16', [displayP3], [255, 0, 0]],
  ])('%s is understood', async (_, colour, space, chunks, wanted) => {
    const plain = await blank(400, 400, colour).toColourspace(space).png().toBuffer();
    const photo = await preparePhoto(insertPngChunks(plain, ...chunks));
    expectColour(await colourAt(photo.jpeg, 100, 100), wanted, 3);
  });

  test.each<['b-w' | 'grey16' | 'rgb16', boolean]>([
    ['b-w', true],
    ['grey16', true],
    ['rgb16', false],
  ])('a profile applies to %s', async (space, grey) => {
    const profile = deflateSync(iccProfile({ ...srgbSpace, transfer: 1 }, grey));
    const chunk = pngChunk('iCCP', Buffer.concat([Buffer.from('g\0\0'), profile]));
    const plain = await blank(400, 400, '#373737').toColourspace(space).png().toBuffer();
    const photo = await preparePhoto(insertPngChunks(plain, chunk));
    expectColour(await colourAt(photo.jpeg, 100, 100), [128, 128, 128], 3);
  });

  test('transparency is flattened onto white', async () => {
    const clear = await blank(400, 400, '#000000').ensureAlpha(0).png().toBuffer();
    expectColour(await colourAt((await preparePhoto(clear)).jpeg, 100, 100), [255, 255, 255]);
    const half = await blank(400, 400, '#000000').ensureAlpha(0.5).webp({ lossless: true }).toBuffer();
    expectColour(await colourAt((await preparePhoto(half)).jpeg, 100, 100), [128, 128, 128]);
  });
});

describe('the date on which a photo was taken', () => {
  const dated = (date: string) =>
    blank(400, 400, '#808080')
      .withExif({ IFD2: { DateTimeOriginal: date } })
      .jpeg()
      .toBuffer();

  test.each([
    ['2019:08:21 23:59:59', '2019-08-21'],
    ['1931:05:02 00:00:00', '1931-05-02'],
    ['0000:00:00 00:00:00', null],
    ['2999:01:01 00:00:00', null],
    ['in the summer', null],
  ])('%s is %s', async (date, takenOn) => {
    expect((await preparePhoto(await dated(date))).takenOn).toBe(takenOn);
  });

  test('is unknown without metadata, and broken metadata does not reject the photo', async () => {
    expect((await preparePhoto(await jpeg())).takenOn).toBeNull();
    expect(captureDate(Buffer.from('Exif\0\0II*\0\xff\xff\xff\xff'))).toBeNull();
  });
});

describe('size', () => {
  test('a large photo is scaled down, but stays above the size that the animation needs', async () => {
    const photo = await preparePhoto(await picture(3000, 2000).jpeg().toBuffer());
    expect(photo).toMatchObject({ width: 1728, height: 1152, cropped: false });
    expect(Math.min(photo.width, photo.height)).toBeGreaterThan(limits.video.shorterSide);
  });

  test('a small photo keeps its size', async () => {
    expect(await preparePhoto(await jpeg())).toMatchObject({ width: 480, height: 360, cropped: false });
  });

  test('the crop is the same on both sides', async () => {
    const stripe = await blank(100, 400, '#ff0000').png().toBuffer();
    const wide = blank(2000, 400, '#0000ff').composite([{ input: stripe, left: 950, top: 0 }]);
    const photo = await preparePhoto(await wide.png().toBuffer());
    expect(photo).toMatchObject({ width: 1000, height: 400, cropped: true });
    expectColour(await colourAt(photo.jpeg, 496, 196), [254, 0, 0]);
  });

  test('any crop is centred, within the aspect limits and keeps the shorter side', () => {
    const side = fc.integer({ min: 300, max: 140_000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const crop = centreCrop(width, height);
        expect(crop.width / crop.height).toBeLessThanOrEqual(limits.photo.maxAspect);
        expect(crop.height / crop.width).toBeLessThanOrEqual(1 / limits.photo.minAspect);
        expect(Math.min(crop.width, crop.height)).toBe(Math.min(width, height));
        expect(Math.abs(width - crop.width - 2 * crop.left)).toBeLessThanOrEqual(1);
        expect(Math.abs(height - crop.height - 2 * crop.top)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('damaged files', () => {
  const formats = [
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', webp],
    ['progressive JPEG', () => picture().jpeg({ progressive: true }).toBuffer()],
  ] as const;

  test.each(formats)('a truncated %s is refused, wherever it ends', async (format, make) => {
    const whole = await make();
    // A PNG can be decoded without its last chunk, which is empty.
    const longest = whole.length - (format === 'PNG' ? 13 : 1);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: longest }), async (length) => {
        expect(['invalid_file_type', 'image_broken']).toContain(await judge(whole.subarray(0, length)));
      }),
      { numRuns: 60 },
    );
  });

  test.each(formats)('a flipped bit in a %s never causes an internal error', async (_format, make) => {
    const whole = await make();
    const places = fc.array(fc.integer({ min: 0, max: whole.length - 1 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(places, fc.nat(7), async (offsets, bit) => {
        await judge(offsets.reduce<Buffer>((bytes, offset) => flipBit(bytes, offset, bit), whole));
      }),
      { numRuns: 60 },
    );
  });
});

test('accepts a Blob, and treats one whose file is gone as an interrupted upload', async () => {
  expect(await preparePhoto(new Blob([Uint8Array.from(await jpeg())]))).toMatchObject({ width: 480 });
  const gone = Object.assign(new Blob([]), { arrayBuffer: () => Promise.reject(new Error('gone')) });
  await expect(preparePhoto(gone)).rejects.toMatchObject({ code: 'upload_aborted' });
});
