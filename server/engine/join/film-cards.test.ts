import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeLuma } from '#scripts/bench/lib/luma-video.ts';
import { psnr } from '#scripts/bench/lib/similarity.ts';
import { everyFfmpeg } from '#tests/support/ffmpegs.ts';
import { type FilmStudio, openStudio } from '#tests/support/films.ts';
import { drawLuma, type NumberedClip, writeClip } from '#tests/support/numbered-clips.ts';
import { sharp } from '#server/platform/image.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { FilmCard } from './types.ts';

const ffmpegs = await everyFfmpeg();
const [usual] = ffmpegs as [(typeof ffmpegs)[number]];
const size = { width: 96, height: 128 };
const clips: NumberedClip[] = [0, 1].map((number) => ({ number, frames: 150, ...size }));
let studio: FilmStudio;

beforeAll(async () => {
  studio = await openStudio(usual);
  for (const clip of clips) await writeClip(usual.path, clip, studio.path(`clip ${clip.number}`));
});
afterAll(() => studio.remove());

/** A picture of one grey, which is 16 + 219 * level / 255 as luma. */
function grey({ width, height }: FrameSize, level: number, alpha = 1): Promise<Buffer> {
  const background = { r: level, g: level, b: level, alpha };
  return sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
}

const card = (level: number, frames: number): FilmCard => ({
  identity: `grey ${level}`,
  frames,
  draw: (frame) => grey(frame, level),
});
const file = (name: string) => ({ path: studio.path(name), identity: name });
const luma = (level: number): Uint8Array =>
  new Uint8Array(size.width * size.height).fill(Math.round(16 + (219 * level) / 255));

for (const ffmpeg of ffmpegs)
  test(`cards are shown before and after the clips, with ffmpeg ${ffmpeg.version}`, async () => {
    const film = await studio.film([], {
      ffmpeg,
      clips: [card(200, 100), file('clip 0'), file('clip 1'), card(60, 100)],
    });
    expect(film).toMatchObject({ ...size, frames: 425, copiedFrames: 350, encodedFrames: 100 + 75 + 100 });
    expect(film.shots[1]).toEqual({ from: 75, to: 225 });
    const { frames } = await decodeLuma(usual.path, film.path, size);
    expect(frames).toHaveLength(425);
    for (const n of [0, 40, 74]) expect(psnr(frames[n]!, luma(200))).toBeGreaterThan(40);
    for (const n of [350, 424]) expect(psnr(frames[n]!, luma(60))).toBeGreaterThan(40);
    for (const n of [100, 199]) expect(psnr(frames[n]!, drawLuma(clips[0]!, n - 75))).toBeGreaterThan(38);
    const poster = await sharp(film.poster).greyscale().raw().toBuffer();
    expect(Math.abs(poster[0]! - 200)).toBeLessThan(4);
  });

/** The brightness of a part of a frame above that of the clip, on average. */
function brightened(frame: Uint8Array, clip: Uint8Array, left: number, top: number, side: number): number {
  let sum = 0;
  for (let y = top; y < top + side; y++)
    for (let x = left; x < left + side; x++) sum += frame[y * size.width + x]! - clip[y * size.width + x]!;
  return sum / side ** 2;
}

test('a caption appears after the crossfade, disappears before the next, and lies where it was drawn', async () => {
  const white = {
    identity: 'white',
    draw: async () => ({ png: await grey({ width: 16, height: 16 }, 255), left: 20, top: 100 }),
  };
  const film = await studio.film([], {
    clips: [file('clip 0'), { ...file('clip 1'), frames: 320, caption: white }],
  });
  // The caption's 100 frames are a group of pictures of the clip; of what follows, 25 frames and all repetitions but the last group are copied.
  expect(film).toMatchObject({ frames: 445, encodedFrames: 25 + 100 + 20 });
  const { frames } = await decodeLuma(usual.path, film.path, size);
  const seen = (frame: number, left: number, top: number): number =>
    brightened(frames[125 + frame]!, drawLuma(clips[1]!, frame % 150), left, top, 16);
  expect(Math.abs(seen(25, 20, 100))).toBeLessThan(4);
  expect(seen(30, 20, 100)).toBeGreaterThan(20);
  for (const frame of [36, 80, 113]) expect(seen(frame, 20, 100), `frame ${frame}`).toBeGreaterThan(90);
  for (const frame of [125, 145, 230, 310])
    expect(Math.abs(seen(frame, 20, 100)), `frame ${frame}`).toBeLessThan(4);
  // Beside it, and at the same place before its clip.
  expect(Math.abs(seen(80, 44, 100))).toBeLessThan(4);
  expect(Math.abs(brightened(frames[80]!, drawLuma(clips[0]!, 80), 20, 100, 16))).toBeLessThan(4);
});

test('a short clip has lost its caption before it ends', async () => {
  const white = {
    identity: 'white',
    draw: async () => ({ png: await grey({ width: 16, height: 16 }, 255), left: 20, top: 100 }),
  };
  const film = await studio.film([], {
    clips: [{ ...file('clip 0'), frames: 110, caption: white }, file('clip 1')],
  });
  const { frames } = await decodeLuma(usual.path, film.path, size);
  const seen = (frame: number): number => brightened(frames[frame]!, drawLuma(clips[0]!, frame), 20, 100, 16);
  expect(seen(60)).toBeGreaterThan(90);
  expect(seen(84)).toBeLessThan(20);
});

test('another shape is mounted on paper like a print, whole and undistorted', async () => {
  const film = await studio.film([], {
    clips: clips.map(({ number }) => file(`clip ${number}`)),
    format: '16:9',
    mat: 'paper',
  });
  expect(film).toMatchObject({ width: 1366, height: 768, frames: 275 });
  const { frames } = await decodeLuma(usual.path, film.path, film);
  const at = (x: number, y: number): number => frames[60]![y * 1366 + x]!;
  // Paper of #f4efe4 and the print's edge of #fffefa, as luma of 16 to 235.
  const [paper, edge] = [222, 234];
  for (const [x, y] of [
    [10, 10],
    [380, 384],
    [1350, 750],
  ] as const)
    expect(Math.abs(at(x, y) - paper), `${x}, ${y}`).toBeLessThan(4);
  // 768 less two margins of 26 or 28 and two edges of 8 or 10 leaves some 696 x 522 in the middle.
  const left = Array.from({ length: 683 }, (_, x) => x).findLast((x) => at(x, 384) > 200)!;
  expect(Math.abs(left - 422)).toBeLessThan(6);
  expect(Math.abs(at(left - 3, 384) - edge)).toBeLessThan(4);
  for (const x of [430, 600, 930]) expect(at(x, 384)).toBeLessThan(110);
});
