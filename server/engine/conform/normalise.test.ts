import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { animationRequest } from '#tests/support/animation.ts';
import { everyFfmpeg } from '#tests/support/ffmpegs.ts';
import { drawForeignClip, drawFrame, type ForeignClip, probe } from '#tests/support/foreign-clips.ts';
import { portrait } from '#tests/support/photos.ts';
import { createLocalProvider } from '#server/providers/video/local.ts';
import type { AnimationFiles } from '#server/providers/video/types.ts';
import { readClip } from '../join/clip.ts';
import { sharp } from '#server/platform/image.ts';
import type { ClipExpectation } from './expectation.ts';
import { type ClipNormaliser, createClipNormaliser } from './normalise.ts';

const ffmpegs = await everyFfmpeg();
const [usual] = ffmpegs as [(typeof ffmpegs)[number]];
let root: string;
let workDir: string;
let source: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'memori clip '));
});
beforeEach(async () => {
  workDir = await mkdtemp(path.join(root, 'job '));
  source = path.join(workDir, 'foreign.mp4');
});
afterAll(() => rm(root, { recursive: true }));

const normalise = (
  expected: ClipExpectation = { minShorterSide: 480 },
  more: Partial<Parameters<ClipNormaliser['normalise']>[0]> = {},
  ffmpeg = usual,
  side?: number,
) =>
  createClipNormaliser(ffmpeg, side).normalise({
    source,
    workDir,
    expected,
    note: 'Made by software: a test',
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...more,
  });

/** Expected sizes at a shorter side of 192 pixels; production uses 768, which has its own test. */
const foreign: [what: string, clip: ForeignClip, size: { width: number; height: number }][] = [
  ['9:8 at 24 a second', { width: 288, height: 256, rate: 24 }, { width: 216, height: 192 }],
  ['16:9 at 30 a second', { width: 456, height: 256, rate: 30, seconds: 6 }, { width: 342, height: 192 }],
  [
    'upright at 16 a second, 5 s',
    { width: 240, height: 416, rate: 16, seconds: 5 },
    { width: 192, height: 334 },
  ],
];

describe.each(ffmpegs)('with ffmpeg $version', (ffmpeg) => {
  test.each(foreign)(
    '%s is converted to the standard format, in both renditions',
    async (_what, clip, size) => {
      await drawForeignClip(source, clip);
      const progress: number[] = [];
      const made = await normalise(
        { minShorterSide: 240 },
        { onProgress: (share) => progress.push(share) },
        ffmpeg,
        192,
      );
      expect(made).toMatchObject({ ...size, frames: 150 });
      const { clean, watermarked } = made.renditions;
      for (const file of [clean!, watermarked!]) {
        expect(await readClip(file.video)).toMatchObject({ ...size, isStandard: true, frames: 150 });
        const facts = await probe(file.video);
        expect(facts.streams).toHaveLength(1);
        expect(facts.streams[0]).toMatchObject({ pix_fmt: 'yuv420p', time_base: '1/12800' });
        expect(facts.format.tags['comment']).toBe('Made by software: a test');
        expect(await sharp(file.poster).metadata()).toMatchObject({ format: 'jpeg', ...size });
      }
      expect(progress).toEqual(progress.toSorted((a, b) => a - b));
      expect(progress.at(-1)).toBe(1);
    },
  );

  test.each([
    ['nothing', 'out_color_matrix=bt709:out_range=limited', []],
    ['BT.601', 'out_color_matrix=bt601:out_range=limited', ['-colorspace', 'smpte170m']],
    ['levels from 0 to 255', 'out_color_matrix=bt709:out_range=full', ['-color_range', 'pc']],
  ])('a red clip that declares %s about its colours stays red', async (_what, scale, tags) => {
    const draw = ['-vf', `drawbox=color=red:thickness=fill,format=rgb24,scale=${scale},format=yuv420p`];
    await drawForeignClip(source, { width: 432, height: 384, options: [...draw, ...tags] });
    const { renditions } = await normalise({ minShorterSide: 300 }, {}, ffmpeg, 192);
    const [red, green, blue] = (await sharp(renditions.clean!.poster).stats()).channels;
    expect(red!.mean).toBeGreaterThan(247);
    expect(Math.max(green!.mean, blue!.mean)).toBeLessThan(8);
  });
});

/** The local animator's output for a 9:8 photo. */
async function animateLocally(): Promise<AnimationFiles> {
  const photoPath = path.join(workDir, 'photo.jpg');
  await writeFile(photoPath, await portrait({ width: 900, height: 800 }));
  const localDir = await mkdtemp(path.join(root, 'local '));
  const local = createLocalProvider({ ffmpeg: usual });
  const made = await local.animate(animationRequest({ photoPath, workDir: localDir }));
  await local.close();
  return made;
}

test('the result can be joined packet by packet with a local clip of the same size, and is watermarked', async () => {
  await drawForeignClip(source);
  const { renditions, ...size } = await normalise();
  expect(size).toMatchObject({ width: 864, height: 768, frames: 150 });
  const made = await animateLocally();
  expect(made).toMatchObject({ width: 864, height: 768 });
  for (const { video, poster } of [renditions.clean!, renditions.watermarked!]) {
    expect(await readClip(video)).toMatchObject({ width: 864, height: 768, isStandard: true, frames: 150 });
    expect(await sharp(poster).metadata()).toMatchObject({ format: 'jpeg', width: 864, height: 768 });
  }
  const parameterSets = async (file: string) => (await readClip(file)).parameterSets;
  expect(await parameterSets(renditions.clean!.video)).toBe(await parameterSets(made.clean));
  expect(await parameterSets(renditions.watermarked!.video)).toBe(await parameterSets(made.watermarked));

  // The posters have the mark as the local animator draws it; the video has it from ffmpeg's overlay.
  const frame = path.join(workDir, 'frame.png');
  await drawFrame(renditions.watermarked!.video, frame);
  const inVideo = await markArea(frame);
  const toMarked = distance(inVideo, await markArea(renditions.watermarked!.poster));
  const toClean = distance(inVideo, await markArea(renditions.clean!.poster));
  expect(toMarked).toBeLessThan(6);
  expect(toClean).toBeGreaterThan(2 * toMarked);
});

/** The lower right corner of an 864x768 picture, where the small mark is, as RGB bytes. */
const markArea = (file: string) =>
  sharp(file).extract({ left: 672, top: 672, width: 176, height: 80 }).removeAlpha().raw().toBuffer();
const distance = (one: Buffer, other: Buffer) =>
  one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length;

/** For tests that don't depend on the size. */
const small = { width: 160, height: 144 };

test.each<[what: string, clip: ForeignClip, expected: ClipExpectation, message: RegExp]>([
  ['too short', { seconds: 2, ...small }, { minShorterSide: 100 }, /lasts 2\.00 s/],
  ['too long', { seconds: 30, ...small }, { minShorterSide: 100 }, /lasts 2\d\.\d\d s/],
  ['too small', { width: 432, height: 384 }, { minShorterSide: 700 }, /only 432x384/],
  [
    'of another shape',
    { width: 144, height: 160 },
    { minShorterSide: 100, aspect: 9 / 8 },
    /1\.13 was asked/,
  ],
  ['a thread', { width: 480, height: 144 }, { minShorterSide: 100 }, /its shape is 480x144/],
])('a clip that is %s is refused', async (_what, clip, expected, message) => {
  await drawForeignClip(source, clip);
  await expect(normalise(expected)).rejects.toMatchObject({
    name: 'ClipError',
    message: expect.stringMatching(message),
  });
});

test.each([
  ['nothing', ''],
  ['a page', '<!doctype html><title>Sorry</title>'],
  ['a playlist that names files', '#EXTM3U\n#EXTINF:6,\nfile:///etc/passwd\n'],
  ['a list of files', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
  ['an empty MP4', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom'],
])('%s is not a clip', async (_what, content) => {
  await writeFile(source, content);
  await expect(normalise()).rejects.toMatchObject({ name: 'ClipError' });
});

test('a truncated clip is refused even if its beginning plays', async () => {
  await drawForeignClip(source, { ...small, options: ['-movflags', '+faststart'] });
  await truncate(source, Math.floor((await readFile(source)).length * 0.7));
  await expect(normalise({ minShorterSide: 100 })).rejects.toMatchObject({ name: 'ClipError' });
});

test('a file with sound only is not a clip', async () => {
  await drawForeignClip(source, { options: ['-vn'] });
  await expect(normalise()).rejects.toMatchObject({ name: 'ClipError' });
});

test('an abort stops it with the signal’s reason', async () => {
  await drawForeignClip(source, small);
  const abort = new AbortController();
  const running = normalise(
    { minShorterSide: 100 },
    {
      onProgress: () => abort.abort(new Error('stopped')),
      signal: abort.signal,
    },
  );
  await expect(running).rejects.toThrow('stopped');
});
