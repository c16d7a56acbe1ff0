import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyFfmpeg } from '#tests/support/ffmpegs.ts';
import { type FilmStudio, openStudio } from '#tests/support/films.ts';
import { writeClip } from '#tests/support/numbered-clips.ts';
import { startFfmpeg } from '../ffmpeg/process.ts';
import { withAudio } from './clip.ts';

const ffmpegs = await everyFfmpeg();
const [usual] = ffmpegs as [(typeof ffmpegs)[number]];
const sampleRate = 44_100;
/** Three clips of 3 s with two crossfades of 1 s. */
const clips = ['a', 'b', 'c'];
const filmSeconds = 7;
let studio: FilmStudio;

beforeAll(async () => {
  studio = await openStudio(usual);
  for (const [number, name] of clips.entries())
    await writeClip(usual.path, { number, frames: 75, width: 96, height: 128 }, studio.path(name));
  await writeMusic('long', 9);
  await writeMusic('short', 3.3);
});
afterAll(() => studio.remove());

/** Even noise: constant loudness, no repetition. */
function writeMusic(name: string, seconds: number): Promise<void> {
  const noise = `anoisesrc=duration=${seconds}:amplitude=0.3:color=pink:seed=1:sample_rate=${sampleRate}`;
  return startFfmpeg({
    path: usual.path,
    input: ['-f', 'lavfi', '-i', noise],
    encode: ['-ac', '2', '-c:a', 'libmp3lame', '-b:a', '192k', '-f', 'mp3'],
    output: studio.path(name),
    timeLimitSeconds: 30,
    maxOutputBytes: 2 ** 24,
  }).done;
}

/** The decoded left channel. */
async function samplesOf(path: string): Promise<Float32Array> {
  const args = ['-v', 'error', '-i', path, '-vn', '-af', 'pan=mono|c0=c0', '-f', 'f32le', '-'];
  const options = { encoding: 'buffer', maxBuffer: 2 ** 26 } as const;
  const { stdout } = await promisify(execFile)(usual.path, args, options);
  return new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length / 4);
}

/** Root mean square between two times in seconds, in dB of full scale. */
function loudness(samples: Float32Array, from: number, to: number): number {
  const part = samples.subarray(from * sampleRate, to * sampleRate);
  return 10 * Math.log10(part.reduce((sum, value) => sum + value * value, 0) / part.length);
}

for (const ffmpeg of ffmpegs)
  describe(`with ffmpeg ${ffmpeg.version}`, () => {
    for (const [music, way] of [
      ['long', 'cut to'],
      ['short', 'repeated for'],
    ] as const)
      test(`music is ${way} the film's length, at its own loudness, with a fade in and out`, async () => {
        const film = await studio.film(clips, { ffmpeg, music: studio.path(music) });
        expect(film.frames / 25).toBe(filmSeconds);
        const samples = await samplesOf(film.path);
        expect(Math.abs(samples.length / sampleRate - filmSeconds)).toBeLessThan(0.02);
        const original = loudness(await samplesOf(studio.path(music)), 0.5, 3);
        for (let second = 0.5; second < filmSeconds - 2.5; second += 0.25)
          expect(Math.abs(loudness(samples, second, second + 0.5) - original)).toBeLessThan(1.5);
        expect(loudness(samples, 0, 0.05)).toBeLessThan(original - 20);
        expect(loudness(samples, 0.2, 0.3)).toBeLessThan(original - 4);
        const ending = [4.5, 5, 5.5, 6, 6.5].map((from) => loudness(samples, from, from + 0.5));
        expect(ending).toEqual(ending.toSorted((a, b) => b - a));
        expect(loudness(samples, filmSeconds - 0.05, filmSeconds)).toBeLessThan(original - 30);
      });
  });

test('the sound is stereo AAC, starts with the picture and is encoded once', async () => {
  const cache = await studio.cache();
  const first = await studio.film(clips, { cache, music: studio.path('long') });
  const kept = cache.kept.length;
  await studio.film(clips, { cache, music: studio.path('long') });
  expect(cache.kept).toHaveLength(kept);
  await withAudio(first.path, async (track) => {
    expect(await track.getCodec()).toBe('aac');
    expect([await track.getNumberOfChannels(), await track.getSampleRate()]).toEqual([2, sampleRate]);
    expect(await track.getFirstTimestamp()).toBe(0);
    expect(await track.computeDuration()).toBeCloseTo(filmSeconds, 3);
  });
});

test('music without sound is an error that does not blame the clips', async () => {
  await expect(studio.film(clips, { music: studio.path('a') })).rejects.toThrow(
    'There is no sound in the file',
  );
});
