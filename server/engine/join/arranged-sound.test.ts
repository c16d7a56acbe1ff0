import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrangeMusic } from '#shared/arrangement.ts';
import type { MusicTrackId } from '#shared/music.ts';
import { withTaskGroup } from '#server/platform/concurrency/task-group.ts';
import { loadMusic, type SectionedMusic } from '#server/platform/music-sections.ts';
import { measure } from '#studio/music/loudness.ts';
import { everyFfmpeg } from '#tests/support/ffmpegs.ts';
import { type FilmStudio, type FolderCache, openStudio } from '#tests/support/films.ts';
import { makeArrangedSound } from './arranged-sound.ts';
import type { ArrangedMusic } from './types.ts';
import { withAudio } from './clip.ts';
import { createProgress } from './progress.ts';

const ffmpegs = await everyFfmpeg();
const [usual] = ffmpegs as [(typeof ffmpegs)[number]];
let studio: FilmStudio;
let count = 0;
beforeAll(async () => {
  studio = await openStudio(usual);
});
afterAll(() => studio.remove());

async function make(music: ArrangedMusic, ffmpeg = usual, cache?: FolderCache): Promise<string> {
  const workDir = studio.path(`sound ${count++}`);
  await mkdir(workDir);
  const { signal } = new AbortController();
  const request = {
    clips: [],
    rendition: 'clean' as const,
    music: null,
    note: '',
    output: '',
    poster: '',
    workDir,
    cache: cache ?? (await studio.cache()),
    onProgress: () => undefined,
    signal,
  };
  return withTaskGroup(signal, (tasks) => {
    const progress = createProgress(() => undefined);
    const context = { request, ffmpeg, tasks, progress, pieces: new Map(), encodedFrames: 0 };
    return makeArrangedSound(context, music);
  });
}

const arranged = (music: SectionedMusic, seconds: number) => ({
  ...music,
  arrangement: arrangeMusic(music.form, seconds),
});

/** Both channels mixed. */
async function samplesOf(path: string, rate: number, input: string[] = []): Promise<Float32Array> {
  const args = ['-v', 'error', ...input, '-i', path, '-ac', '1', '-ar', `${rate}`, '-f', 'f32le', '-'];
  const { stdout } = await promisify(execFile)(usual.path, args, { encoding: 'buffer', maxBuffer: 2 ** 27 });
  return new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length / 4);
}

/** Root mean square in dBFS. */
const level = (part: Float32Array) =>
  10 * Math.log10(part.reduce((sum, value) => sum + value * value, 1e-12) / part.length);

/** By how many samples `wanted` is found later than `start`, at most `reach` to either side: their best correlation. */
function lagOf(sound: Float32Array, wanted: Float32Array, start: number, reach: number): number {
  let best = { lag: Number.NaN, match: 0 };
  for (let lag = -reach; lag <= reach; lag++) {
    let [product, power] = [0, 1e-12];
    for (const [index, value] of wanted.entries()) {
      const heard = sound[start + lag + index] ?? 0;
      product += value * heard;
      power += heard * heard;
    }
    const match = product / Math.sqrt(power);
    if (match > best.match) best = { lag, match };
  }
  return best.lag;
}

/**
 * The largest jump between samples from `from` to `to` seconds, as the third difference: clicks are steps, in which the
 * high frequencies are strong that music has little of.
 */
function jump(samples: Float32Array, rate: number, from: number, to: number): number {
  let largest = 0;
  for (
    let index = Math.max(3, Math.round(from * rate));
    index < Math.min(to * rate, samples.length);
    index++
  ) {
    const [d = 0, c = 0, b = 0, a = 0] = samples.subarray(index - 3, index + 1);
    largest = Math.max(largest, Math.abs(a - 3 * b + 3 * c - d));
  }
  return largest;
}

const pieces: MusicTrackId[] = ['hopeful-epic', 'solo-piano', 'relaxing-ambient', 'the-way-home'];
const cases = pieces.flatMap((id) => [8, 30, 100].map((seconds) => ({ id, seconds })));

for (const ffmpeg of ffmpegs)
  describe.each(cases)(`with ffmpeg ${ffmpeg.version}, $id for $seconds s`, ({ id, seconds }) => {
    let music: ReturnType<typeof arranged>;
    let path: string;
    beforeAll(async () => {
      music = arranged(await loadMusic(id), seconds);
      path = await make(music, ffmpeg);
    });

    test('is as long as its arrangement, loud enough and never too loud', async () => {
      await withAudio(path, async (track) => {
        expect(await track.getCodec()).toBe('aac');
        expect([await track.getNumberOfChannels(), await track.getSampleRate()]).toEqual([2, 44_100]);
        expect(Math.abs((await track.computeDuration()) - music.arrangement.seconds)).toBeLessThan(0.02);
      });
      const { integrated, truePeak } = await measure(usual.path, path);
      expect(integrated).toBeGreaterThan(-17);
      expect(integrated).toBeLessThan(-15);
      expect(truePeak).toBeLessThan(-1.5);
    });

    test('plays each section on its bar line', async () => {
      const rate = 4000;
      const sound = await samplesOf(path, rate);
      for (const { section, at } of music.arrangement.parts) {
        const { offset = 0 } = music.placement.sections.find(({ name }) => name === section) ?? {};
        // From its bar line on, for as long as the first bar of the shortest piece.
        const input = ['-ss', String(offset + music.placement.lead), '-t', '1.5'];
        const wanted = await samplesOf(music.sections, rate, input);
        const lag = lagOf(sound, wanted, Math.round(at * rate), 0.1 * rate);
        expect(Math.abs(lag) / rate, section).toBeLessThan(0.04);
      }
    });

    test('has no click at a joint', async () => {
      const rate = 44_100;
      const sound = await samplesOf(path, rate);
      const joints = music.arrangement.parts.slice(1).map(({ at }) => at);
      const atJoints = joints.map((at) => jump(sound, rate, at - 0.3, at + 0.05));
      const edges = [0, ...joints, music.arrangement.seconds];
      const inside = edges
        .slice(1)
        .map((to, index) => jump(sound, rate, (edges[index] ?? 0) + 0.05, to - 0.3));
      expect(Math.max(0, ...atJoints)).toBeLessThanOrEqual(Math.max(...inside));
    });

    test('rings out, and has died away when the film ends', async () => {
      const rate = 8000;
      const sound = await samplesOf(path, rate);
      const at = (time: number, length: number) => {
        const from = Math.round((music.arrangement.seconds + time) * rate);
        return level(sound.subarray(from, from + length * rate));
      };
      expect(at(-0.05, 0.04)).toBeLessThan(-60);
      expect(at(-3, 0.5)).toBeGreaterThan(-50);
      const ending = [-3, -2, -1, -0.3].map((time) => at(time, 0.25));
      expect(ending).toEqual(ending.toSorted((a, b) => b - a));
    });
  });

test('is made once, and leaves nothing else behind', async () => {
  const music = arranged(await loadMusic('just-relax'), 8);
  const cache = await studio.cache();
  await make(music, usual, cache);
  expect(cache.kept).toHaveLength(1);
  await make(music, usual, cache);
  expect(cache.kept).toHaveLength(1);
  await make(arranged(await loadMusic('just-relax'), 15), usual, cache);
  expect(cache.kept).toHaveLength(2);
});

test('a section without a recording is an error', async () => {
  const music = arranged(await loadMusic('just-relax'), 8);
  const placement = { ...music.placement, sections: [] };
  await expect(make({ ...music, placement })).rejects.toThrow('There is no recording of section coda.3');
});

test('eight minutes are one file of that length', async () => {
  const music = arranged(await loadMusic('emotional-piano-2'), 480);
  expect(music.arrangement.parts.length).toBeGreaterThan(80);
  const { integrated, truePeak, duration } = await measure(usual.path, await make(music));
  expect(Math.abs(duration - music.arrangement.seconds)).toBeLessThan(0.02);
  expect(Math.abs(integrated + 16)).toBeLessThan(1);
  expect(truePeak).toBeLessThan(-1.5);
});
