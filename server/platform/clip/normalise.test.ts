import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { animationRequest } from '../../../tests/support/animation.ts';
import {
  drawForeignClip,
  drawFrame,
  type ForeignClip,
  keyframes,
  probe,
} from '../../../tests/support/foreign-clips.ts';
import { openStudio } from '../../../tests/support/films.ts';
import { portrait } from '../../../tests/support/photos.ts';
import { createLocalProvider } from '../../providers/video/local.ts';
import type { AnimationFiles } from '../../providers/video/types.ts';
import { type Ffmpeg, findFfmpeg } from '../ffmpeg.ts';
import { sharp } from '../image.ts';
import { type ClipExpectation, type ClipNormaliser, createClipNormaliser } from './normalise.ts';

let root: string;
let workDir: string;
let source: string;
let ffmpeg: Ffmpeg;
let normaliser: ClipNormaliser;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'memori clip '));
  ffmpeg = await findFfmpeg();
  normaliser = createClipNormaliser(ffmpeg);
});
beforeEach(async () => {
  workDir = await mkdtemp(path.join(root, 'job '));
  source = path.join(workDir, 'foreign.mp4');
});
afterAll(() => rm(root, { recursive: true }));

const normalise = (
  expected: ClipExpectation = { minShorterSide: 480 },
  more: Partial<Parameters<ClipNormaliser['normalise']>[0]> = {},
) =>
  normaliser.normalise({
    ...{ source, workDir, expected, note: 'Made by software: a test', onProgress: () => undefined },
    signal: new AbortController().signal,
    ...more,
  });

/** The decoder's parameters in an MP4: what two clips must share to be joined packet by packet. */
async function parameterSets(file: string): Promise<string> {
  const bytes = await readFile(file);
  const at = bytes.indexOf('avcC');
  return bytes.toString('hex', at + 4, at - 4 + bytes.readUInt32BE(at - 4));
}

const foreign: [what: string, clip: ForeignClip, size: { width: number; height: number }][] = [
  ['864x768 at 24 a second', { width: 864, height: 768, rate: 24 }, { width: 864, height: 768 }],
  [
    '1366x768 at 30 a second',
    { width: 1366, height: 768, rate: 30, seconds: 6 },
    { width: 1366, height: 768 },
  ],
  [
    '480x832 at 16 a second, 5 s',
    { width: 480, height: 832, rate: 16, seconds: 5 },
    { width: 768, height: 1332 },
  ],
];

test.each(foreign)('%s comes into the house’s form, in both renditions', async (_what, clip, size) => {
  await drawForeignClip(source, clip);
  const seen: number[] = [];
  const made = await normalise(undefined, { onProgress: (share) => seen.push(share) });
  expect(made).toMatchObject({ ...size, frames: 150 });
  const { clean, watermarked } = made.renditions;
  for (const file of [clean!, watermarked!]) {
    const facts = await probe(file.video);
    expect(facts.streams).toHaveLength(1);
    expect(facts.streams[0]).toMatchObject({
      ...{ codec_name: 'h264', pix_fmt: 'yuv420p', ...size, nb_frames: '150', r_frame_rate: '25/1' },
      ...{ time_base: '1/12800', color_space: 'bt709', color_range: 'tv' },
    });
    expect(keyframes(facts)).toEqual([0, 1, 5]);
    expect(facts.format.tags['comment']).toBe('Made by software: a test');
    expect(await sharp(file.poster).metadata()).toMatchObject({ format: 'jpeg', ...size });
  }
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBe(1);
});

/** What the local animator makes of a photo of 9:8. */
async function animateLocally(): Promise<AnimationFiles> {
  const photoPath = path.join(workDir, 'photo.jpg');
  await writeFile(photoPath, await portrait({ width: 900, height: 800 }));
  const localDir = await mkdtemp(path.join(root, 'local '));
  const local = createLocalProvider({ ffmpeg });
  const made = await local.animate(animationRequest({ photoPath, workDir: localDir }));
  await local.close();
  return made;
}

test('it can be joined with a local clip of its size packet by packet, and has its mark', async () => {
  await drawForeignClip(source);
  const { renditions } = await normalise();
  const made = await animateLocally();
  expect(made).toMatchObject({ width: 864, height: 768 });
  expect(await parameterSets(renditions.clean!.video)).toBe(await parameterSets(made.clean));
  expect(await parameterSets(renditions.watermarked!.video)).toBe(await parameterSets(made.watermarked));

  // The posters have the mark as the local animator lays it; the video has it from ffmpeg's overlay.
  const frame = path.join(workDir, 'frame.png');
  await drawFrame(renditions.watermarked!.video, frame);
  const inVideo = await markArea(frame);
  const toMarked = distance(inVideo, await markArea(renditions.watermarked!.poster));
  const toClean = distance(inVideo, await markArea(renditions.clean!.poster));
  expect(toMarked).toBeLessThan(6);
  expect(toClean).toBeGreaterThan(2 * toMarked);
});

test('hosted clips of two services and a local one become one film, and what can be copied is', async () => {
  const studio = await openStudio(ffmpeg);
  await drawForeignClip(source, { width: 864, height: 768, rate: 24 });
  await copyFile((await normalise()).renditions.clean!.video, studio.path('864x768 at 24'));
  await drawForeignClip(source, { width: 1366, height: 768, rate: 30, seconds: 6 });
  await copyFile((await normalise()).renditions.clean!.video, studio.path('1366x768 at 30'));
  await copyFile((await animateLocally()).clean, studio.path('local'));
  const film = await studio.film(['local', '864x768 at 24', '1366x768 at 30']);
  // The last second of the first clip, both ends of the second and the wider third are drawn anew.
  expect(film).toMatchObject({ width: 864, height: 768, way: 'smart', frames: 400, copiedFrames: 125 + 100 });
  await studio.remove();
});

/** The lower right corner of an 864x768 picture, where the small mark is, as bytes of red, green and blue. */
const markArea = (file: string) =>
  sharp(file).extract({ left: 672, top: 672, width: 176, height: 80 }).removeAlpha().raw().toBuffer();
const distance = (one: Buffer, other: Buffer) =>
  one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length;

test.each<[what: string, clip: ForeignClip, expected: ClipExpectation, message: RegExp]>([
  ['too short', { seconds: 2 }, { minShorterSide: 480 }, /lasts 2\.00 s/],
  ['too long', { seconds: 30, width: 160, height: 144 }, { minShorterSide: 100 }, /lasts 2\d\.\d\d s/],
  ['too small', { width: 432, height: 384 }, { minShorterSide: 700 }, /only 432x384/],
  [
    'of another shape',
    { width: 768, height: 864 },
    { minShorterSide: 700, aspect: 9 / 8 },
    /1\.13 was asked/,
  ],
  ['a thread', { width: 1600, height: 480 }, { minShorterSide: 480 }, /its shape is 1600x480/],
])('a clip that is %s is refused', async (_what, clip, expected, message) => {
  await drawForeignClip(source, clip);
  await expect(normalise(expected)).rejects.toThrow(message);
  await expect(normalise(expected)).rejects.toMatchObject({ name: 'ClipError' });
});

test.each([
  ['nothing', ''],
  ['a page', '<!doctype html><title>Sorry</title>'],
  ['a playlist that names files', '#EXTM3U\n#EXTINF:6,\nfile:///etc/passwd\n'],
  ['a list of files', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
  ['an empty MP4', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom'],
])('%s is no clip', async (_what, content) => {
  await writeFile(source, content);
  await expect(normalise()).rejects.toMatchObject({ name: 'ClipError' });
});

test('a clip that is cut off is refused, though its beginning plays', async () => {
  await drawForeignClip(source, { options: ['-movflags', '+faststart'] });
  await truncate(source, Math.floor((await readFile(source)).length * 0.7));
  await expect(normalise()).rejects.toMatchObject({ name: 'ClipError' });
});

test('sound alone is no clip', async () => {
  await drawForeignClip(source, { options: ['-vn'] });
  await expect(normalise()).rejects.toMatchObject({ name: 'ClipError' });
});

test('an abort ends it with the signal’s reason', async () => {
  await drawForeignClip(source);
  const abort = new AbortController();
  const running = normalise(undefined, {
    onProgress: () => abort.abort(new Error('stopped')),
    signal: abort.signal,
  });
  await expect(running).rejects.toThrow('stopped');
});
