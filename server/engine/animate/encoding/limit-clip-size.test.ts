import { copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyFfmpeg } from '#tests/support/ffmpegs.ts';
import { packetsOf } from '#tests/support/clip-packets.ts';
import { drawNoise } from '#tests/support/noise.ts';
import type { Ffmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { readClip } from '#server/engine/join/clip.ts';
import { encodings } from './encoders.ts';
import { limitClipSize, maxClipBytes } from './limit-clip-size.ts';

const [ffmpeg] = (await everyFfmpeg()) as [Ffmpeg];
const { signal } = new AbortController();
let folder: string;
let noise: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memori-within-'));
  noise = path.join(folder, 'noise.mp4');
  await drawNoise(ffmpeg.path, noise, { sound: false });
});
afterAll(() => rm(folder, { recursive: true }));

async function keep(name: string, rendition: 'clean' | 'watermarked', maxBytes?: number) {
  const file = path.join(folder, `${name}.mp4`);
  await copyFile(noise, file);
  const encoding = { ...encodings[rendition], threads: 1 };
  await limitClipSize(file, { ffmpegPath: ffmpeg.path, encoding, signal, ...(maxBytes && { maxBytes }) });
  return file;
}

test.each(['clean', 'watermarked'] as const)(
  'a %s clip above the size limit is re-encoded below it, with all frames and deterministically',
  async (rendition) => {
    expect((await stat(noise)).size).toBeGreaterThan(1_000_000);
    const file = await keep(rendition, rendition, 400_000);
    expect((await stat(file)).size).toBeLessThanOrEqual(400_000);
    expect(await readClip(file)).toMatchObject({ width: 160, height: 200, frames: 100, seconds: 4 });
    const again = await keep(`${rendition}-again`, rendition, 400_000);
    expect(await packetsOf(ffmpeg.path, again)).toBe(await packetsOf(ffmpeg.path, file));
    expect(await readdir(folder)).not.toContain(`${rendition}.mp4.coarser`);
  },
);

test('a clip within the size limit of messengers is left unchanged', async () => {
  expect(maxClipBytes).toBe(15_744_000);
  expect(await readFile(await keep('small', 'clean'))).toEqual(await readFile(noise));
});
