import { chmod, copyFile, open, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyFfmpeg } from '#tests/support/ffmpegs.ts';
import { type FilmStudio, openStudio } from '#tests/support/films.ts';
import { writeClip } from '#tests/support/numbered-clips.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { isAlive } from '#server/platform/child-process/processes.ts';

const ffmpegs = await everyFfmpeg();
const [usual] = ffmpegs as [Ffmpeg];
const size = { width: 96, height: 128 };
let studio: FilmStudio;

beforeAll(async () => {
  studio = await openStudio(usual);
  await Promise.all([
    writeClip(usual.path, { number: 0, frames: 75, ...size }, studio.path('a')),
    writeClip(usual.path, { number: 1, frames: 75, ...size }, studio.path('b')),
    writeClip(usual.path, { number: 2, frames: 75, ...size }, studio.path('c')),
  ]);
});
afterAll(() => studio.remove());

/** Copies clip b and zeroes the bytes between two shares of its length. */
async function damage(name: string, from: number, to: number): Promise<void> {
  await copyFile(studio.path('b'), studio.path(name));
  await using file = await open(studio.path(name), 'r+');
  const bytes = (await file.stat()).size;
  const zeros = Buffer.alloc(Math.floor((to - from) * bytes));
  await file.write(zeros, 0, zeros.length, Math.floor(from * bytes));
}

const damages: Record<string, (name: string) => Promise<void>> = {
  'cut off half way': async (name) => {
    await copyFile(studio.path('b'), studio.path(name));
    await truncate(studio.path(name), Math.floor((await readFile(studio.path('b'))).length * 0.6));
  },
  'without its index': (name) => damage(name, 0, 0.2),
  'damaged in its first second': (name) => damage(name, 0.35, 0.4),
  'damaged in its middle': (name) => damage(name, 0.6, 0.62),
  'damaged in its last second': (name) => damage(name, 0.9, 0.95),
  'of another kind': (name) => writeFile(studio.path(name), 'This is no video.'),
  empty: (name) => writeFile(studio.path(name), ''),
  gone: () => Promise.resolve(),
};

for (const ffmpeg of ffmpegs)
  describe(`with ffmpeg ${ffmpeg.version}`, () => {
    for (const [how, make] of Object.entries(damages))
      test(`a clip ${how} is rejected, and no files are left`, async () => {
        await make(how);
        const before = await readdir(studio.folder);
        for (const clips of [
          ['a', how, 'c'],
          [how, 'a'],
        ])
          await expect(studio.film(clips, { ffmpeg })).rejects.toMatchObject({
            name: 'ClipError',
          });
        const left = (await readdir(studio.folder)).filter((name) => !name.startsWith('cache'));
        expect(left).toEqual(before.filter((name) => !name.startsWith('cache')));
      });
  });

/** A fake ffmpeg that records its process id before it runs the real one, or does something else instead. */
async function pretend(name: string, instead = ''): Promise<Ffmpeg> {
  const path = studio.path(name);
  const script = ['#!/bin/sh', `echo $$ >> "${path} ids"`, instead, `exec "${usual.path}" "$@"`];
  await writeFile(path, script.join('\n'));
  await chmod(path, 0o755);
  return { ...usual, path };
}

test('a crashing or missing ffmpeg is a retryable error', async () => {
  const crashing = await pretend('crashing', 'kill -SEGV $$');
  for (const ffmpeg of [crashing, { ...usual, path: studio.path('no ffmpeg') }])
    await expect(studio.film(['a', 'b'], { ffmpeg })).rejects.toMatchObject({ name: 'FfmpegError' });
});

test('an ffmpeg that fails on valid clips does not mark them as unusable', async () => {
  const failing = await pretend('failing', 'case "$*" in *maskedmerge*) exit 1;; esac');
  await expect(studio.film(['a', 'b'], { ffmpeg: failing })).rejects.toMatchObject({ name: 'FfmpegError' });
});

test('an abort rejects with its reason, ends every process and leaves no file', async () => {
  const ffmpeg = await pretend('watched');
  const before = await readdir(studio.folder);
  const abort = new AbortController();
  const reason = new Error('no longer wanted');
  const cache = await studio.cache();
  const keep = cache.keep.bind(cache);
  const stopping = {
    ...cache,
    async keep(key: string, filePath: string) {
      await keep(key, filePath);
      abort.abort(reason);
    },
  };
  const names = ['a', 'b', 'c', 'a', 'c', 'b'];
  const film = studio.film(names, { ffmpeg, cache: stopping, signal: abort.signal });
  await expect(film).rejects.toBe(reason);
  const ids = (await readFile(studio.path('watched ids'), 'utf8')).trim().split('\n').map(Number);
  expect(ids.filter(isAlive)).toEqual([]);
  const left = (await readdir(studio.folder)).filter((name) => !before.includes(name));
  expect(left.toSorted()).toEqual([expect.stringMatching(/^cache/), 'watched ids']);
  // Pieces that were already cached are not made again.
  const keptBefore = cache.kept.length;
  expect(keptBefore).toBeGreaterThan(0);
  const resumed = await studio.film(names, { cache });
  expect(resumed.encodedFrames).toBe(25 * (5 - keptBefore));
});

test('a film whose signal is already aborted is not started', async () => {
  const signal = AbortSignal.abort(new Error('too late'));
  await expect(studio.film(['a', 'b'], { signal })).rejects.toThrow('too late');
});

test('a damaged piece in the cache is encoded again', async () => {
  const cache = await studio.cache();
  await studio.film(['a', 'b'], { cache });
  const broken = {
    ...cache,
    fetch: (_: string, filePath: string) => writeFile(filePath, 'x').then(() => true),
  };
  expect(await studio.film(['a', 'b'], { cache: broken })).toMatchObject({ encodedFrames: 25 });
});
