import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyFfmpeg } from '#tests/support/ffmpegs.ts';
import { type FilmStudio, openStudio } from '#tests/support/films.ts';
import { drawNoise } from '#tests/support/noise.ts';
import { withAudio, readClip } from './clip.ts';
import { createFilmMaker } from './film-maker.ts';
import { planFit } from './fit.ts';

const ffmpegs = await everyFfmpeg();
const [usual] = ffmpegs as [(typeof ffmpegs)[number]];
let studio: FilmStudio;
beforeAll(async () => {
  studio = await openStudio(usual);
  await drawNoise(usual.path, studio.path('noise'), { sound: false });
  await drawNoise(usual.path, studio.path('noise with music'), { sound: true });
});
afterAll(() => studio.remove());

async function fit(film: string, maxBytes: number, ffmpeg = usual) {
  const output = studio.path(`${film} of ${maxBytes} by ${ffmpeg.version}`);
  const progress: number[] = [];
  const fitted = await createFilmMaker({ ffmpeg }).fit({
    film: studio.path(film),
    sound: film === 'noise with music',
    output,
    maxBytes,
    onProgress: (done) => progress.push(done),
    signal: new AbortController().signal,
  });
  return { fitted, output, progress };
}

for (const ffmpeg of ffmpegs)
  describe(`with ffmpeg ${ffmpeg.version}`, () => {
    test('incompressible pictures are brought below the limit, with all frames and sound', async () => {
      const film = 'noise with music';
      expect((await stat(studio.path(film))).size).toBeGreaterThan(1_000_000);
      const { fitted, output, progress } = await fit(film, 300_000, ffmpeg);
      expect(fitted).toBe(true);
      expect((await stat(output)).size).toBeLessThanOrEqual(300_000);
      expect(await readClip(output)).toMatchObject({ frames: 100 });
      await withAudio(output, async (track) => expect(await track.computeDuration()).toBeCloseTo(4, 1));
      expect(progress).toEqual(progress.toSorted((a, b) => a - b));
      expect(progress.at(-1)).toBe(1);
    });
  });

test('a tight limit yields smaller frames, and an impossible one is refused', async () => {
  const { fitted, output } = await fit('noise', 60_000);
  expect(fitted).toBe(true);
  expect((await stat(output)).size).toBeLessThanOrEqual(60_000);
  const { width, height, frames } = await readClip(output);
  expect([frames, width < 160, (width / height).toFixed(1)]).toEqual([100, true, '0.8']);
  const none = await fit('noise', 30_000);
  expect(none.fitted).toBe(false);
  await expect(stat(none.output)).rejects.toThrow('ENOENT');
});

test('the longest album, fifty clips of six seconds with music, keeps at least 480 lines', () => {
  const seconds = 50 * 6 - 49;
  const plan = planFit({ width: 768, height: 960, seconds, sound: true }, 15_000_000);
  if (!plan) throw new Error('There is no room for it');
  const soundBytes = (96_000 * seconds) / 8;
  expect((plan.rate * seconds) / 8 + soundBytes).toBeLessThan(15_000_000);
  expect((plan.rate * seconds) / 8 + soundBytes).toBeGreaterThan(13_500_000);
  expect(Math.min(plan.width, plan.height)).toBeGreaterThanOrEqual(480);
});
