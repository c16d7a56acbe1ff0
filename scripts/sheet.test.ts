import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { standardEncoding, writeClip } from '#tests/support/numbered-clips.ts';
import { portrait } from '#tests/support/photos.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';

let here: string;
beforeAll(async () => {
  here = await mkdtemp(join(tmpdir(), 'memori sheet '));
});
afterAll(() => rm(here, { recursive: true, force: true }));

/** Runs the command as npm does, with `here` as the working directory. */
function sheet(...args: string[]) {
  const script = join(import.meta.dirname, 'sheet.ts');
  const env = { ...process.env, INIT_CWD: here };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('a path that does not exist is reported in one line', () => {
  expect(sheet('gone', 'out')).toEqual({
    status: 1,
    stdout: '',
    stderr: `There is no photo or folder ${join(here, 'gone')}.\n`,
  });
});

test('a damaged photo of a folder fails alone', async () => {
  const photos = join(here, 'photos');
  await mkdir(photos);
  await writeFile(join(photos, 'a.jpg'), 'no picture at all');
  await writeFile(join(photos, 'b.jpg'), (await portrait()).subarray(0, 400));
  await writeFile(join(photos, 'c.jpg'), await portrait());
  const { status, stdout, stderr } = sheet('photos', 'out');
  expect(stderr).toBe(
    'a.jpg: Please select a valid image file (JPG, JPEG, PNG)\nb.jpg: This image is damaged and can’t be read. Please try another one.\n',
  );
  expect(stdout).toMatch(/^c\.jpg: .+\n$/);
  expect(status).toBe(1);
  expect(await readdir(join(here, 'out'))).toEqual(['c.jpg']);
});

test('a film of a folder’s videos is shown with its cuts beside the bar lines of its music', async () => {
  const { path: ffmpeg } = await findFfmpeg();
  const videos = join(here, 'Nonna');
  await mkdir(videos);
  expect(sheet('--album', 'Nonna', 'films')).toEqual({
    status: 1,
    stdout: '',
    stderr: `There are fewer than two videos in ${videos}.\n`,
  });
  for (const [number, name] of ['a.mp4', 'b.mp4'].entries())
    await writeClip(
      ffmpeg,
      { number, frames: 150, width: 96, height: 128 },
      join(videos, name),
      standardEncoding('clean', 150),
    );
  const { status, stdout, stderr } = sheet('--album', 'Nonna', 'films', 'sedative');
  expect([status, stderr]).toEqual([0, '']);
  expect((await readdir(join(here, 'films'))).toSorted()).toEqual(['Nonna.jpg', 'Nonna.mp4']);
  expect(stdout).toMatch(/^Nonna: 4 parts, [\d.]+ s, sedative\n/);
  const cuts = [...stdout.matchAll(/^ {2}to (.+): [\d.]+ s, bar line [\d.]+ s, (-?\d+) ms$/gm)];
  expect(cuts.map(([, what]) => what)).toEqual(['a.mp4', 'b.mp4', 'closing']);
  for (const [, , late] of cuts) expect(Math.abs(Number(late))).toBeLessThanOrEqual(20);
  const { width, height } = await sharp(join(here, 'films', 'Nonna.jpg')).metadata();
  // A row of four pictures for each part, and the ruler.
  expect([width, height]).toEqual([1218, 4 * 306 + 160]);
});
