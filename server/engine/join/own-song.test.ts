import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measure } from '#studio/music/loudness.ts';
import { everyFfmpeg } from '#tests/support/ffmpegs.ts';
import { type FilmStudio, openStudio } from '#tests/support/films.ts';
import { writeClip } from '#tests/support/numbered-clips.ts';
import { makeRecording } from '#tests/support/recordings.ts';
import { withAudio } from './clip.ts';

const ffmpegs = await everyFfmpeg();
const [usual] = ffmpegs as [(typeof ffmpegs)[number]];
/** Five clips of 6 s with four crossfades of 1 s. */
const clips = ['a', 'b', 'c', 'd', 'e'];
const filmSeconds = 26;
const aac = ['-ac', '2', '-c:a', 'aac', '-b:a', '192k', '-f', 'mp4'];
let studio: FilmStudio;

/** Songs, of very different loudness: even noise, a quiet one, and one that is quiet but for a beat. */
const songs = {
  long: { seconds: 60, source: 'anoisesrc=amplitude=0.3:color=pink:seed=1:sample_rate=44100' },
  quiet: { seconds: 60, source: 'anoisesrc=amplitude=0.002:color=pink:seed=1:sample_rate=44100' },
  loud: { seconds: 60, source: 'anoisesrc=amplitude=1:color=white:seed=1:sample_rate=44100' },
  beating: { seconds: 60, source: 'aevalsrc=0.02*sin(1400*t)+sin(500*t)*exp(-40*mod(t\\,0.7)):s=44100' },
  short: { seconds: 11, source: 'anoisesrc=amplitude=0.3:color=pink:seed=1:sample_rate=44100' },
} as const;

beforeAll(async () => {
  studio = await openStudio(usual);
  for (const [number, name] of clips.entries())
    await writeClip(usual.path, { number, frames: 150, width: 96, height: 128 }, studio.path(name));
  for (const [name, options] of Object.entries(songs))
    await makeRecording(studio.path(`${name}.m4a`), { ...options, encode: aac });
});
afterAll(() => studio.remove());

const film = (song: keyof typeof songs, more = {}) =>
  studio.film(clips, { music: { song: studio.path(`${song}.m4a`), fadeSeconds: 4 }, ...more });

/** Root mean squares of a film's sound in dBFS, of each half second. */
async function levels(path: string): Promise<number[]> {
  const args = ['-v', 'error', '-i', path, '-ac', '1', '-ar', '8000', '-f', 'f32le', '-'];
  const { stdout } = await promisify(execFile)(usual.path, args, { encoding: 'buffer', maxBuffer: 2 ** 26 });
  const samples = new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length / 4);
  return Array.from({ length: Math.floor(samples.length / 4000) }, (_, half) => {
    const part = samples.subarray(4000 * half, 4000 * (half + 1));
    return 10 * Math.log10(part.reduce((sum, value) => sum + value * value, 1e-12) / part.length);
  });
}

for (const ffmpeg of ffmpegs)
  describe(`with ffmpeg ${ffmpeg.version}`, () => {
    test.each(['long', 'quiet', 'loud', 'beating', 'short'] as const)(
      'a song is as loud as any film’s music, and never too loud: %s',
      async (song) => {
        const made = await film(song, { ffmpeg });
        const { integrated, truePeak, duration } = await measure(usual.path, made.path);
        expect(integrated).toBeGreaterThan(-17);
        expect(integrated).toBeLessThan(-15);
        expect(truePeak).toBeLessThan(-1.5);
        expect(Math.abs(duration - filmSeconds)).toBeLessThan(0.05);
      },
    );
  });

test('a song that is longer fades over the last four seconds', async () => {
  const { path } = await film('long');
  const heard = await levels(path);
  const before = heard.slice(2, 43);
  expect(Math.max(...before) - Math.min(...before)).toBeLessThan(4);
  // The fade begins gently, below what noise varies.
  const fading = heard.slice(46);
  expect(fading).toEqual(fading.toSorted((a, b) => b - a));
  expect(heard[51]!).toBeLessThan(Math.min(...before) - 25);
});

test('a song that is shorter is not repeated: the film goes on in silence', async () => {
  const { path } = await film('short');
  const heard = await levels(path);
  expect(Math.min(...heard.slice(0, 21))).toBeGreaterThan(-25);
  expect(Math.max(...heard.slice(23))).toBeLessThan(-80);
  expect(await withAudio(path, (track) => track.computeDuration())).toBeCloseTo(filmSeconds, 1);
});

test('it is made once for the same film', async () => {
  const cache = await studio.cache();
  await film('long', { cache });
  const { length } = cache.kept;
  await film('long', { cache });
  expect(cache.kept).toHaveLength(length);
});
