import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { musicTrackIds } from '../music.ts';
import { musicFormSchema } from '../music-form.ts';
import { type FilmContents, type FilmPlan, planFilm } from './plan.ts';

const formOf = (id: string) =>
  musicFormSchema.parse(
    JSON.parse(readFileSync(new URL(`../../server/music/${id}.json`, import.meta.url), 'utf8')),
  );

const contents = (changes: Partial<FilmContents>): FilmContents => ({
  pace: 'natural',
  length: 'full',
  videos: Array.from({ length: 4 }, () => ({ loops: true })),
  titleCard: false,
  closingCard: false,
  form: null,
  ...changes,
});

/** In seconds, when each shot is seen without a crossfade, and which voice begins with it. */
function seenAlone({ shots }: FilmPlan) {
  let from = 0;
  return shots.map(({ frames = 150, voice }, i) => {
    const seen = {
      from: (from + 25) / 25,
      to: (from + frames - (i === shots.length - 1 ? 0 : 25)) / 25,
      voice,
    };
    from += frames - 25;
    return seen;
  });
}

/** Expects each voice to end, with a pause around it, before another picture comes in. */
function expectRoom(plan: FilmPlan, voices: readonly { seconds: number; video?: number }[]): void {
  for (const { from, to, voice } of seenAlone(plan)) {
    if (voice === undefined || voices[voice]!.video === undefined) continue;
    expect(from + 0.25 + voices[voice]!.seconds + 0.25).toBeLessThanOrEqual(to);
  }
}

test('a picture stays while its voice speaks; the others keep the pace', () => {
  const voices = [{ video: 1, seconds: 17.3 }];
  const plan = planFilm(contents({ voices }));
  expect(plan.shots.map(({ voice }) => voice)).toEqual([undefined, 0, undefined, undefined]);
  const frames = plan.shots.map((shot) => shot.frames);
  // From cut to cut 17.3 s, the pauses, and crossfades: 19.3 s.
  expect(frames).toEqual([163, 507, 175, 162]);
  expectRoom(plan, voices);
});

test('an even film, too, waits for a voice', () => {
  const voices = [
    { video: 0, seconds: 2 },
    { video: 3, seconds: 20 },
  ];
  const plan = planFilm(contents({ pace: 'even', voices }));
  expect(plan.shots.map(({ frames }) => frames)).toEqual([undefined, undefined, undefined, 575]);
  expectRoom(plan, voices);
});

test('a video that is seen once otherwise begins again while its voice speaks', () => {
  const videos = [{ loops: false }, { loops: false }];
  const voices = [{ video: 1, seconds: 30 }];
  const plan = planFilm(contents({ videos, pace: 'calm', voices }));
  expectRoom(plan, voices);
  expect(plan.shots[0]!.frames).toBeLessThanOrEqual(150);
});

test('the voice of the whole film begins with it, and the film lasts as long', () => {
  const plan = planFilm(contents({ voices: [{ seconds: 50 }], titleCard: true }));
  expect(plan.shots.map(({ voice }) => voice)).toEqual([0, undefined, undefined, undefined, undefined]);
  const to = Math.max(...seenAlone(plan).map((seen) => seen.to));
  expect(1 + 0.25 + 50).toBeLessThan(to);
  const frames = plan.shots.slice(2, 4).map((shot) => shot.frames);
  expect(frames).toEqual([frames[0], frames[0]]);
  // A short voice changes nothing but that it is heard.
  for (const pace of ['even', 'natural'] as const) {
    const quiet = contents({ pace, titleCard: true });
    const spoken = planFilm({ ...quiet, voices: [{ seconds: 5 }] });
    expect(spoken.shots.map((shot) => shot.frames)).toEqual(planFilm(quiet).shots.map((shot) => shot.frames));
  }
});

test('beside voices of single videos, it speaks over the most videos without one', () => {
  const videos = Array.from({ length: 6 }, () => ({ loops: true }));
  const voices = [{ video: 1, seconds: 10 }, { seconds: 40 }, { video: 5, seconds: 4 }];
  const plan = planFilm(contents({ videos, voices }));
  expect(plan.shots.map(({ voice }) => voice)).toEqual([undefined, 0, 1, undefined, undefined, 2]);
  const seen = seenAlone(plan);
  expect(seen[2]!.from + 0.25 + 40).toBeLessThanOrEqual(seen[4]!.to);
});

describe.each(musicTrackIds)('to %s', (id) => {
  test('pictures stay while voices speak, and cuts lie on bar lines', () => {
    const form = formOf(id);
    for (const pace of ['calm', 'natural', 'lively'] as const)
      for (const seconds of [1, 7.7, 21, 60]) {
        const voices = [
          { video: 0, seconds },
          { video: 2, seconds: 9 },
        ];
        const plan = planFilm(contents({ pace, voices, form, closingCard: true }));
        expectRoom(plan, voices);
        for (const { bar } of plan.shots) expect(plan.arrangement!.bars).toContain(bar);
      }
  });
});
