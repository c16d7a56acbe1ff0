import { stat } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FilmStudio, openStudio } from '#tests/support/films.ts';
import { findFfmpeg } from '../ffmpeg/ffmpeg.ts';
import { startFfmpeg } from '../ffmpeg/process.ts';
import { readClip } from './clip.ts';
import { splice } from './splice.ts';

const megabyte = 2 ** 20;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
let studio: FilmStudio;

beforeAll(async () => {
  const usual = await findFfmpeg(process.env['FFMPEG_PATH']);
  studio = await openStudio(usual);
  await startFfmpeg({
    path: usual.path,
    // Noise can't be compressed, so a small picture makes a large file.
    input: ['-f', 'lavfi', '-i', 'nullsrc=s=256x256:d=3:r=25,geq=lum=random(1)*255:cb=128:cr=128'],
    encode: ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '14', '-pix_fmt', 'yuv420p', '-f', 'mp4'],
    output: studio.path('large'),
    timeLimitSeconds: 60,
    maxOutputBytes: 2 ** 26,
  }).done;
});
afterAll(() => studio.remove());

test('joining fifty large clips takes little memory', async () => {
  const { path, frames } = await readClip(studio.path('large'));
  expect(frames).toBe(75);
  let most = 0;
  const before = process.memoryUsage().arrayBuffers;
  const held = () => process.memoryUsage().arrayBuffers - before;
  await splice({
    segments: Array.from({ length: 50 }, () => ({ path, from: 0, to: frames })),
    soundtrack: null,
    tags: {},
    output: studio.path('film'),
    onFrames() {
      // Garbage only adds to it, and collecting it takes long beside the heap of other test files.
      if (held() > 30 * megabyte) collectGarbage();
      most = Math.max(most, held());
    },
    signal: new AbortController().signal,
  });
  const { size } = await stat(studio.path('film'));
  expect((await readClip(studio.path('film'))).frames).toBe(50 * 75);
  expect(size).toBeGreaterThan(100 * megabyte);
  expect(most).toBeLessThan(60 * megabyte);
});
