import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measure } from '#studio/music/loudness.ts';
import { everyFfmpeg } from '#tests/support/ffmpegs.ts';
import { type FilmStudio, openStudio } from '#tests/support/films.ts';
import { writeClip } from '#tests/support/numbered-clips.ts';
import { makeRecording } from '#tests/support/recordings.ts';
import { duckingOf } from './voiced-sound.ts';

const ffmpegs = await everyFfmpeg();
const [usual] = ffmpegs as [(typeof ffmpegs)[number]];
/** Five clips of 8 s with four crossfades of 1 s: 36 s. */
const clips = ['a', 'b', 'c', 'd', 'e'];
const filmSeconds = 36;
const aac = (channels: number) => ['-ac', String(channels), '-c:a', 'aac', '-b:a', '192k', '-f', 'mp4'];
/** Like speech: a low voice with overtones, in syllables, and words with pauses. */
const syllables = 'max(0\\,sin(2*PI*4*t))*gt(mod(t\\,2)\\,0.5)';
const spoken = `(sin(2*PI*140*t)+0.7*sin(2*PI*280*t)+0.5*sin(2*PI*700*t)+0.3*sin(2*PI*2100*t))*${syllables}`;
let studio: FilmStudio;

beforeAll(async () => {
  studio = await openStudio(usual);
  for (const [number, name] of clips.entries())
    await writeClip(usual.path, { number, frames: 200, width: 96, height: 128 }, studio.path(name));
  // Music above the voice's tones, so that each can be measured while both sound.
  const music = 'anoisesrc=amplitude=0.3:color=pink:seed=1:sample_rate=44100,highpass=f=5000,highpass=f=5000';
  await makeRecording(studio.path('song'), { seconds: 60, source: music, encode: aac(2) });
  const voice = (name: string, level: number, noise = 0) =>
    makeRecording(studio.path(name), {
      seconds: 6,
      source: `aevalsrc=${level}*${spoken}+${noise}*(random(0)-0.5):s=44100`,
      encode: aac(1),
    });
  await voice('loud', 0.3);
  await voice('quiet', 0.01);
  await voice('noisy', 0.1, 0.04);
});
afterAll(() => studio.remove());

const song = () => ({ song: studio.path('song'), fadeSeconds: 4 });
const film = (voices: readonly { name: string; item: number }[], more = {}) =>
  studio.film(clips, {
    music: song(),
    voices: voices.map(({ name, item }) => ({ path: studio.path(name), item })),
    ...more,
  });

/** Root mean square in dBFS of a film's sound from `from` to `to` seconds, after filters. */
async function level(path: string, from: number, to: number, filters = 'anull'): Promise<number> {
  const args = ['-v', 'error', '-i', path, '-af', filters, '-ac', '1', '-ar', '16000', '-f', 'f32le', '-'];
  const { stdout } = await promisify(execFile)(usual.path, args, { encoding: 'buffer', maxBuffer: 2 ** 26 });
  const samples = new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length / 4);
  const part = samples.subarray(from * 16_000, to * 16_000);
  return 10 * Math.log10(part.reduce((sum, value) => sum + value * value, 1e-12) / part.length);
}
const musicOnly = 'highpass=f=5000,highpass=f=5000,highpass=f=5000';

for (const ffmpeg of ffmpegs)
  describe(`with ffmpeg ${ffmpeg.version}`, () => {
    test('with a voice, the whole is as loud as without, and never too loud', async () => {
      for (const voices of [
        [{ name: 'loud', item: 1 }],
        [
          { name: 'quiet', item: 0 },
          { name: 'noisy', item: 3 },
        ],
      ]) {
        const { path } = await film(voices, { ffmpeg });
        const { integrated, truePeak, duration } = await measure(usual.path, path);
        expect(integrated).toBeGreaterThan(-17);
        expect(integrated).toBeLessThan(-15);
        expect(truePeak).toBeLessThan(-1.5);
        expect(Math.abs(duration - filmSeconds)).toBeLessThan(0.05);
      }
    });

    test('without music, the voice alone is heard', async () => {
      const { path } = await film([{ name: 'quiet', item: 2 }], { ffmpeg, music: null });
      const { integrated, truePeak } = await measure(usual.path, path);
      expect(integrated).toBeGreaterThan(-17);
      expect(integrated).toBeLessThan(-15);
      expect(truePeak).toBeLessThan(-1.5);
      // The third clip is seen alone from 15 s on, the voice begins a quarter of a second later.
      expect(await level(path, 0, 15.2)).toBeLessThan(-80);
      expect(await level(path, 21.4, 36)).toBeLessThan(-80);
    });
  });

test('music is 12 dB quieter while a voice speaks, and back a second later', async () => {
  const { path } = await film([{ name: 'loud', item: 1 }]);
  // The second clip is seen alone from 8 s on, the voice speaks from 8.25 s to 14.25 s.
  const [before, during, after] = [
    await level(path, 2, 7.6, musicOnly),
    await level(path, 8.4, 14.1, musicOnly),
    await level(path, 15.4, 30, musicOnly),
  ];
  expect(before - during).toBeGreaterThan(11);
  expect(before - during).toBeLessThan(13);
  expect(Math.abs(after - before)).toBeLessThan(0.5);
});

test('a voice is as loud as the film, however it was recorded', async () => {
  for (const name of ['loud', 'quiet', 'noisy']) {
    const { path } = await film([{ name, item: 1 }]);
    const { integrated } = await measure(usual.path, path, ['atrim=8.25:14.25', 'lowpass=f=4000']);
    expect(Math.abs(integrated + 16), name).toBeLessThan(1.5);
  }
});

test('steady noise of a recording is reduced', async () => {
  const { path } = await film([{ name: 'noisy', item: 1 }], { music: null });
  // Between words, and in syllables: 0.1 s after each second word begins.
  const noise = await level(path, 12.35, 12.7);
  const words = await level(path, 12.8, 14.2);
  const original = studio.path('noisy');
  const [noiseBefore, wordsBefore] = [await level(original, 4.1, 4.45), await level(original, 4.55, 5.95)];
  expect(words - noise - (wordsBefore - noiseBefore)).toBeGreaterThan(3);
});

test('a film is made once with its voices', async () => {
  const cache = await studio.cache();
  await film([{ name: 'loud', item: 1 }], { cache });
  const { length } = cache.kept;
  await film([{ name: 'loud', item: 1 }], { cache });
  expect(cache.kept).toHaveLength(length);
  await film([{ name: 'loud', item: 2 }], { cache });
  expect(cache.kept).toHaveLength(length + 1);
});

test('music does not come back between two voices that follow each other closely', () => {
  const down = (from: number, to: number) =>
    `clip(min((t-${from.toFixed(3)})/0.6,(${to.toFixed(3)}-t)/1),0,1)`;
  expect(duckingOf([{ from: 10, seconds: 5 }])).toBe(`pow(10,-0.6*${down(9.4, 16)})`);
  expect(
    duckingOf([
      { from: 17, seconds: 4 },
      { from: 10, seconds: 5 },
    ]),
  ).toBe(`pow(10,-0.6*${down(9.4, 22)})`);
  expect(
    duckingOf([
      { from: 10, seconds: 5 },
      { from: 18, seconds: 4 },
    ]),
  ).toBe(`pow(10,-0.6*max(${down(9.4, 16)},${down(17.4, 23)}))`);
});
