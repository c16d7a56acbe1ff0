import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { musicTrackIds } from '../music.ts';
import { musicFormSchema } from '../music-form.ts';
import { type FilmContents, type FilmPlan, planFilm } from './plan.ts';

const formOf = (id: string) =>
  musicFormSchema.parse(
    JSON.parse(readFileSync(new URL(`../../server/music/${id}.json`, import.meta.url), 'utf8')),
  );

const contents = (changes: Partial<FilmContents> & { count?: number } = {}): FilmContents => ({
  pace: 'natural',
  length: 'full',
  videos: Array.from({ length: changes.count ?? 3 }, () => ({ loops: true })),
  titleCard: false,
  closingCard: false,
  form: null,
  ...changes,
});

/** The frames in which each shot is seen; neighbours share the 25 of their crossfade. */
function framesOf({ shots }: FilmPlan): [number, number][] {
  let from = 0;
  return shots.map(({ frames = 150 }) => {
    const seen: [number, number] = [from, from + frames];
    from += frames - 25;
    return seen;
  });
}

const lengthOf = (plan: FilmPlan): number => framesOf(plan).reduce((_, [, to]) => to, 0) / 25;

test('an even film shows each video once, between cards of four seconds, to music that is not arranged', () => {
  const plan = planFilm(
    contents({ pace: 'even', titleCard: true, closingCard: true, form: formOf('sedative') }),
  );
  expect(plan).toEqual({
    shots: [
      { kind: 'title', frames: 100 },
      { kind: 'video', video: 0 },
      { kind: 'video', video: 1 },
      { kind: 'video', video: 2 },
      { kind: 'closing', frames: 100 },
    ],
    arrangement: null,
  });
});

test('without music, a pace cuts evenly', () => {
  // From cut to cut 8 s; the first and the last shot have one crossfade only, whose half is 12 or 13 frames.
  expect(planFilm(contents({ pace: 'calm' })).shots.map(({ frames }) => frames)).toEqual([213, 225, 212]);
  expect(lengthOf(planFilm(contents({ pace: 'calm' })))).toBe(24);
  expect(lengthOf(planFilm(contents({ pace: 'natural' })))).toBe(18);
  expect(lengthOf(planFilm(contents({ pace: 'lively' })))).toBe(12);
});

test('to a song of its owner, a film is cut evenly, and as long as the song where it can be', () => {
  const to = (songSeconds: number, more: Partial<FilmContents> & { count?: number } = {}) =>
    planFilm(contents({ songSeconds, count: 10, ...more }));
  // The pace wants 60 s: a longer song is not waited for.
  expect(lengthOf(to(200))).toBe(60);
  expect(to(200).shots.every(({ bar }) => bar === undefined)).toBe(true);
  expect(to(200).arrangement).toBeNull();
  expect(lengthOf(to(45))).toBe(45);
  expect(lengthOf(to(45, { titleCard: true, closingCard: true }))).toBe(45);
  // Each video is seen for three seconds at least.
  expect(lengthOf(to(20))).toBe(30);
  // An even film shows each video once, whatever is heard.
  expect(lengthOf(to(20, { pace: 'even' }))).toBe(51);
  expect(lengthOf(to(45, { length: 'short' }))).toBe(30);
});

test('without music, a video that does not loop is seen once at most', () => {
  const videos = [{ loops: true }, { loops: false }, { loops: true }];
  const frames = planFilm(contents({ pace: 'calm', videos })).shots.map((shot) => shot.frames);
  expect(frames).toEqual([213, 150, 212]);
});

test('a short film has the videos that fit into thirty seconds, from the first to the last', () => {
  const even = planFilm(contents({ pace: 'even', length: 'short', count: 20, titleCard: true }));
  expect(even.shots.map(({ video }) => video)).toEqual([undefined, 0, 5, 10, 14, 19]);
  expect(lengthOf(even)).toBe(29);
  const lively = planFilm(contents({ pace: 'lively', length: 'short', count: 50, closingCard: true }));
  expect(lively.shots.map(({ video }) => video)).toEqual([0, 7, 14, 21, 28, 35, 42, 49, undefined]);
  expect(lengthOf(lively)).toBeLessThanOrEqual(30);
  const few = planFilm(contents({ pace: 'lively', length: 'short', count: 2 }));
  expect(few.shots).toHaveLength(2);
});

describe.each(musicTrackIds)('to %s', (id) => {
  const form = formOf(id);

  test.each([2, 3, 5, 9, 20, 50])('%d videos are cut on bar lines, and end with the music', (count) => {
    for (const pace of ['calm', 'natural', 'lively'] as const)
      for (const cards of [false, true]) {
        const plan = planFilm(contents({ pace, count, form, titleCard: cards, closingCard: cards }));
        expect(plan.shots).toHaveLength(count + (cards ? 2 : 0));
        const seen = framesOf(plan);
        for (const [n, { bar }] of plan.shots.entries()) {
          expect(plan.arrangement!.bars).toContain(bar);
          if (n === 0) continue;
          const middle = (seen[n]![0] + seen[n - 1]![1]) / 2 / 25;
          expect(Math.abs(middle - bar!)).toBeLessThanOrEqual(0.020001);
        }
        expect(Math.abs(lengthOf(plan) - plan.arrangement!.seconds)).toBeLessThanOrEqual(0.020001);
        for (const { frames } of plan.shots) expect(frames).toBeGreaterThanOrEqual(75);
      }
  });

  test('most shots are within half a bar or two seconds of their pace', () => {
    for (const [pace, seconds] of [
      ['calm', 8],
      ['natural', 6],
      ['lively', 4],
    ] as const) {
      const plan = planFilm(contents({ pace, count: 20, form }));
      const shown = plan.shots.slice(1, -1).map(({ frames }) => frames! / 25 - 1);
      const mean = shown.reduce((sum, each) => sum + each, 0) / shown.length;
      expect(Math.abs(mean - seconds), `${pace}: ${mean}`).toBeLessThan(1.5);
    }
  });

  test('a short film lasts thirty seconds at most', () => {
    for (const pace of ['calm', 'natural', 'lively'] as const)
      for (const count of [2, 5, 20]) {
        const plan = planFilm(
          contents({ pace, count, form, length: 'short', titleCard: true, closingCard: true }),
        );
        expect(lengthOf(plan)).toBeLessThanOrEqual(30.02);
        expect(plan.shots.filter(({ kind }) => kind === 'video').length).toBeGreaterThanOrEqual(2);
      }
  });
});
