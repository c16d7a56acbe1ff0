import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeLuma } from '#scripts/bench/lib/luma-video.ts';
import { psnr } from '#scripts/bench/lib/similarity.ts';
import { everyFfmpeg } from '#tests/support/ffmpegs.ts';
import { type FilmStudio, openStudio } from '#tests/support/films.ts';
import { drawLuma, standardEncoding, type NumberedClip, writeClip } from '#tests/support/numbered-clips.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';

const ffmpegs = await everyFfmpeg();
const [usual] = ffmpegs as [(typeof ffmpegs)[number]];
const tall = { width: 96, height: 128 };
const clip = (number: number, frames: number, size: FrameSize = tall): NumberedClip => ({
  number,
  frames,
  ...size,
});
const foreign = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '10', '-g', '48', '-f', 'mp4'];
const widePixels = ['-vf', 'setsar=2', ...foreign];
let studio: FilmStudio;

beforeAll(async () => {
  studio = await openStudio(usual);
  await Promise.all([
    writeClip(usual.path, clip(0, 75), studio.path('tall 0')),
    writeClip(usual.path, clip(1, 75), studio.path('tall 1')),
    writeClip(usual.path, clip(2, 75, { width: 192, height: 96 }), studio.path('wide')),
    writeClip(usual.path, clip(2, 75, { width: 48, height: 128 }), studio.path('slim')),
    writeClip(usual.path, clip(2, 75, { width: 48, height: 64 }), studio.path('wide-pixelled'), widePixels),
    // Small versions of clips from hosted providers: 864x768 at 24 and 1366x768 at 30 frames a second.
    writeClip(usual.path, clip(2, 96, { width: 108, height: 96 }), studio.path('24 a second'), foreign, 24),
    writeClip(usual.path, clip(1, 150, { width: 170, height: 96 }), studio.path('30 a second'), foreign, 30),
    writeClip(usual.path, clip(0, 40), studio.path('short'), standardEncoding('clean', 50)),
  ]);
});
afterAll(() => studio.remove());

interface Picture extends FrameSize {
  readonly luma: Uint8Array;
}

/** Crops a part of a picture. */
function crop({ luma, width }: Picture, left: number, top: number, size: FrameSize): Picture {
  const part = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y++)
    part.set(luma.subarray((top + y) * width + left, (top + y) * width + left + size.width), y * size.width);
  return { ...size, luma: part };
}

/** Resizes a picture; each sample is the mean of those that it covers. */
function resize({ luma, width, height }: Picture, size: FrameSize): Picture {
  const steps = 8;
  const out = Uint8Array.from({ length: size.width * size.height }, (_, i) => {
    let sum = 0;
    for (let n = 0; n < steps * steps; n++) {
      const x = ((i % size.width) + ((n % steps) + 0.5) / steps) * (width / size.width);
      const y = (Math.floor(i / size.width) + (Math.floor(n / steps) + 0.5) / steps) * (height / size.height);
      sum += luma[Math.floor(y) * width + Math.floor(x)]!;
    }
    return sum / steps ** 2;
  });
  return { ...size, luma: out };
}

/** The largest difference between neighbouring samples, along rows and columns. */
function steepest({ luma, width }: Picture): number {
  return luma.reduce((most, value, i) => {
    const across = i % width === 0 ? 0 : Math.abs(value - luma[i - 1]!);
    const down = i < width ? 0 : Math.abs(value - luma[i - width]!);
    return Math.max(most, across, down);
  }, 0);
}

async function frameOf(path: string, n: number): Promise<Picture> {
  return { ...tall, luma: (await decodeLuma(usual.path, path, tall)).frames[n]! };
}

/** Clip sizes as stored, and their expected position in the film's frame. */
const fits = [
  { name: 'wide', size: { width: 192, height: 96 }, left: 0, top: 40, inner: { width: 96, height: 48 } },
  { name: 'slim', size: { width: 48, height: 128 }, left: 24, top: 0, inner: { width: 48, height: 128 } },
  {
    name: 'wide-pixelled',
    size: { width: 48, height: 64 },
    left: 0,
    top: 32,
    inner: { width: 96, height: 64 },
  },
];

for (const { name, size, left, top, inner } of fits)
  test(`a ${name} clip is shown whole and undistorted over a blurred fill of itself`, async () => {
    const film = await studio.film(['tall 0', name, 'tall 1']);
    expect(film).toMatchObject({ ...tall, frames: 175, way: 'smart', encodedFrames: 75 + 50 });
    // Only the second clip is visible in the middle of the film.
    const frame = await frameOf(film.path, 50 + 37);
    const original = { ...size, luma: drawLuma(clip(2, 75, size), 37) };
    const picture = crop(frame, left, top, inner);
    expect(psnr(picture.luma, resize(original, inner).luma)).toBeGreaterThan(30);
    const fillSize = left > 0 ? { width: left, height: 128 } : { width: 96, height: top };
    const fill = crop(frame, 0, 0, fillSize);
    expect(Math.min(...fill.luma)).toBeGreaterThan(50);
    expect(steepest(fill)).toBeLessThan(steepest(picture) / 3);
  });

for (const ffmpeg of ffmpegs)
  describe(`with ffmpeg ${ffmpeg.version}`, () => {
    test('clips of other rates and sizes are converted to the standard format once, and then copied', async () => {
      const cache = await studio.cache();
      const names = ['tall 0', '24 a second', 'tall 1', '30 a second'];
      const film = await studio.film(names, { ffmpeg, cache });
      // 4 s at 24 and 5 s at 30 frames a second are 100 and 125 frames at our rate.
      expect(film).toMatchObject({ ...tall, frames: 75 + 100 + 75 + 125 - 75, way: 'smart' });
      expect(film).toMatchObject({ copiedFrames: 50 + 50 + 25 + 100, encodedFrames: 100 + 125 + 75 });
      expect((await decodeLuma(usual.path, film.path, tall)).frames).toHaveLength(film.frames);
      const shown = await frameOf(film.path, 50 + 50);
      const original = {
        width: 108,
        height: 96,
        luma: drawLuma(clip(2, 96, { width: 108, height: 96 }), 48),
      };
      const picture = crop(shown, 0, 20, { width: 96, height: 86 });
      expect(psnr(picture.luma, resize(original, picture).luma)).toBeGreaterThan(30);
      expect((await studio.film(names, { ffmpeg, cache })).encodedFrames).toBe(0);
    });
  });

test('full-range levels are converted to 16 to 235', async () => {
  const encode = standardEncoding('clean', 75).map((option) => (option === 'tv' ? 'pc' : option));
  await writeClip(usual.path, clip(1, 75), studio.path('full range'), encode);
  const film = await studio.film(['tall 0', 'full range']);
  const shown = await frameOf(film.path, 50 + 50);
  const expected = drawLuma(clip(1, 75), 50).map((value) => Math.round(16 + (value * 219) / 255));
  expect(psnr(shown.luma, expected)).toBeGreaterThan(38);
});

test('a clip too short for its crossfades is rejected', async () => {
  await expect(studio.film(['tall 0', 'short'])).rejects.toMatchObject({
    name: 'ClipError',
  });
});
