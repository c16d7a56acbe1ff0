import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { psnr } from '#scripts/bench/lib/similarity.ts';
import { createFrames, type Frames } from '#scripts/sheet/frames.ts';
import { openPhoto } from '#server/engine/animate/open-photo.ts';
import { analyzePhoto } from '#server/engine/animate/seeing/analysis.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { readEnv } from '#server/config/env.ts';
import { preparePhoto } from '#server/features/generation/photos/photo.ts';
import type { AnimationOptions } from '#shared/motion/movements.ts';
import { seedOf } from '#shared/motion/seed.ts';
import { shownAlbum, shownAlone, shownStills, uploadOf, optionsOf } from './shown.ts';

/** In pixels: small enough to hide encoding losses, large enough to show differences in motion or colour. */
const size = { width: 256, height: 320 };
/** The minimum similarity of two encodings of one picture, in dB; another movement or no restoration gives far less. */
const alike = 30;
const someFrames = [0, 40, 75, 110];
/** The middle frame of a clip. */
const middle = 75;
const clipSeconds = 6;
const crossfadeSeconds = 1;
const framesPerSecond = 25;

let folder: string;
let ffmpeg: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memori-shown-'));
  ffmpeg = (await findFfmpeg(readEnv(process.env).FFMPEG_PATH)).path;
});

afterAll(() => rm(folder, { recursive: true }));

/** Renders, with the current code, the file that was uploaded for a film. */
async function remake(name: string, options: AnimationOptions): Promise<Frames> {
  const upload = await readFile(uploadOf(name));
  const photoPath = join(folder, `${name}.jpg`);
  await writeFile(photoPath, (await preparePhoto(upload)).jpeg);
  const seen = await analyzePhoto({ photoPath, workDir: folder, options });
  return createFrames(await openPhoto({ ...seen, seed: seedOf(upload), options }));
}

const small = (image: Sharp) =>
  image
    .resize({ ...size, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();

function drawn(frames: Frames, n: number): Promise<Buffer> {
  const { data, width, height } = frames(n);
  return small(sharp(data, { raw: { width, height, channels: 3 } }));
}

const master = (name: string) => small(sharp(`studio/pictures/masters/${name}.jpg`));

/** One frame of a film shown on the pages. */
async function shown(film: string, n: number): Promise<Buffer> {
  const file = join(folder, `${film}-${n}.png`);
  const input = ['-v', 'error', '-y', '-i', `client/src/assets/videos/${film}.mp4`];
  await promisify(execFile)(ffmpeg, [...input, '-vf', `select=eq(n\\,${n})`, '-frames:v', '1', file]);
  return small(sharp(file));
}

/** The frame in the album at the middle of a clip. */
const inAlbum = (index: number) => index * (clipSeconds - crossfadeSeconds) * framesPerSecond + middle;
const isIn = (names: readonly string[], name: string) => names.includes(name);

test.each([...new Set([...shownAlone, ...shownAlbum])])(
  'what pages show of %s is what Memori makes of that very upload',
  async (name) => {
    const frames = await remake(name, optionsOf(name));
    const expectAlike = async (n: number, picture: Buffer, what: string) =>
      expect(psnr(await drawn(frames, n), picture), what).toBeGreaterThan(alike);
    if (isIn(shownAlone, name))
      for (const n of someFrames) await expectAlike(n, await shown(name, n), `frame ${n}`);
    for (const [index, clip] of shownAlbum.entries()) {
      if (clip !== name) continue;
      for (const film of ['album-large', 'album-small'])
        await expectAlike(middle, await shown(film, inAlbum(index)), film);
    }
    if (isIn(shownStills, `${name}-restored`))
      await expectAlike(0, await master(`${name}-restored`), 'restored');
  },
);

test.each(shownStills.filter((still) => still.endsWith('-cropped')))(
  'the picture %s is what Memori makes of that very upload, unrestored',
  async (still) => {
    const name = still.replace('-cropped', '');
    const frames = await remake(name, { ...optionsOf(name), restore: false });
    expect(psnr(await drawn(frames, 0), await master(still))).toBeGreaterThan(alike);
  },
);

test('a film that was not restored, or moves otherwise, would be noticed', async () => {
  const name = 'grandmother';
  const options = optionsOf(name);
  const unrestored = await remake(name, { ...options, restore: false });
  expect(psnr(await drawn(unrestored, 0), await shown(name, 0))).toBeLessThan(alike);
  const otherwise = await remake(name, { ...options, motion: 'rise' });
  expect(psnr(await drawn(otherwise, middle), await shown(name, middle))).toBeLessThan(alike);
});
