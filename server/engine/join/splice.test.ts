import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FilmStudio, openStudio } from '#tests/support/films.ts';
import { findFfmpeg } from '../ffmpeg/ffmpeg.ts';
import { startFfmpeg } from '../ffmpeg/process.ts';
import { readClip } from './clip.ts';

const megabyte = 2 ** 20;
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
    timeLimitSeconds: 600,
    maxOutputBytes: 2 ** 26,
  }).done;
});
afterAll(() => studio.remove());

test('joining fifty large clips takes little memory', async () => {
  const [source, output] = [studio.path('large'), studio.path('film')];
  const { frames } = await readClip(source);
  expect(frames).toBe(75);
  // In a process of its own, as other tests leave memory behind in this one.
  const trial = `
    import { splice } from ${JSON.stringify(path.join(import.meta.dirname, 'splice.ts'))};
    let most = 0;
    const segment = { path: ${JSON.stringify(source)}, from: 0, to: ${frames} };
    await splice({
      segments: Array(50).fill(segment),
      soundtrack: null,
      tags: {},
      output: ${JSON.stringify(output)},
      onFrames() {
        const held = () => process.memoryUsage().arrayBuffers;
        // Garbage only adds to it.
        if (held() > 30 * ${megabyte}) gc();
        most = Math.max(most, held());
      },
      signal: new AbortController().signal,
    });
    console.log(most);`;
  const args = ['--expose-gc', '--input-type=module', '-e', trial];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { size } = await stat(output);
  expect((await readClip(output)).frames).toBe(50 * 75);
  expect(size).toBeGreaterThan(100 * megabyte);
  const most = Number(stdout);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(60 * megabyte);
});
