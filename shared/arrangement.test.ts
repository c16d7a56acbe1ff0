import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { musicFormFile } from '#server/platform/installation.ts';
import { type Arrangement, arrangeMusic } from './arrangement.ts';
import { type MusicTrackId, musicTrackIds } from './music.ts';
import { type MusicForm, musicFormSchema } from './music-form.ts';

const readForm = async (id: MusicTrackId): Promise<MusicForm> =>
  musicFormSchema.parse(JSON.parse(await readFile(musicFormFile(id), 'utf8')));
const ms = (seconds: number) => Math.round(seconds * 1000);
const sectionsOf = ({ parts }: Arrangement) => parts.map(({ section }) => section).join(' ');

/** A part with its section. Throws if the form has no such section. */
const played = (form: MusicForm, arrangement: Arrangement) =>
  arrangement.parts.map(({ section: name, at }) => {
    const section = form.sections.find((each) => each.name === name);
    if (!section) throw new Error(`There is no section ${name}`);
    return { section, at };
  });

/** Checks everything that holds for an arrangement of any length. */
function check(form: MusicForm, arrangement: Arrangement): void {
  const parts = played(form, arrangement);
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) throw new Error('An arrangement has parts');
  expect(first.section.begins).toBe(true);
  expect(first.at).toBe(0.25);
  for (const [index, { section, at }] of parts.slice(0, -1).entries()) {
    const after = parts[index + 1];
    expect(section.next).toContain(after?.section.name);
    expect(ms(after?.at ?? 0)).toBe(ms(at) + ms(section.to) - ms(section.from));
  }
  expect(last.section.ends).toBe(true);
  expect(ms(arrangement.seconds)).toBe(ms(last.at) + ms(form.seconds) - ms(last.section.from));
  const bars = parts.flatMap(({ section, at }) =>
    form.bars
      .filter((bar) => section.from <= bar && bar < section.to)
      .map((bar) => (ms(at) + ms(bar) - ms(section.from)) / 1000),
  );
  expect(arrangement.bars).toEqual(bars);
}

/** The largest deviations from the wanted length, in seconds: from 8 to 19 s, from 20 to 59 s, from there to 480 s. */
const deviations: Record<MusicTrackId, [number, number, number]> = {
  'emotional-piano-1': [3.6, 3.4, 2.5],
  'hopeful-epic': [3, 3.7, 3.1],
  'inspiring-violin': [2.8, 2.1, 2.2],
  'emotional-piano-2': [7.4, 3.4, 3.6],
  'emotional-piano-3': [4.5, 3.7, 2.1],
  'solo-piano': [3, 3.2, 2.6],
  'inspiring-piano': [1.9, 2.1, 2.9],
  'relaxing-ambient': [4, 4.4, 5],
  'just-relax': [3.2, 2.6, 3.6],
  'the-way-home': [3.2, 2.2, 2.5],
  sedative: [6.9, 3.1, 3.4],
};

describe.each(musicTrackIds)('%s', (id) => {
  test('is arranged for every length from 8 s to 8 min, exactly on its bar lines and close to the length', async () => {
    const form = await readForm(id);
    const worst = [0, 0, 0];
    for (let seconds = 8; seconds <= 480; seconds++) {
      const arrangement = arrangeMusic(form, seconds);
      check(form, arrangement);
      const range = seconds < 20 ? 0 : seconds < 60 ? 1 : 2;
      worst[range] = Math.max(worst[range] ?? 0, Math.abs(arrangement.seconds - seconds));
    }
    for (const [range, bound] of deviations[id].entries()) {
      expect(worst[range]).toBeLessThanOrEqual(bound);
      // The bound says something: it is not far above what occurs.
      expect(worst[range]).toBeGreaterThan(bound - 0.2);
    }
  });

  test('is never longer than it may be, unless its own ending is', async () => {
    const form = await readForm(id);
    const shortest = arrangeMusic(form, 1).seconds;
    expect(shortest).toBeLessThan(15.5);
    for (const atMost of [8, 16, 20, 30, 61.5, 300]) {
      const arrangement = arrangeMusic(form, atMost, { atMost });
      check(form, arrangement);
      if (atMost >= shortest) expect(arrangement.seconds).toBeLessThanOrEqual(atMost);
      else expect(arrangement.seconds).toBe(shortest);
      expect(arrangeMusic(form, 480, { atMost })).toEqual(arrangement);
    }
  });

  test('is played as it is written where its own length is wanted', async () => {
    const form = await readForm(id);
    const arrangement = arrangeMusic(form, form.seconds);
    expect(arrangement.parts.map(({ section }) => section)).toEqual(form.sections.map(({ name }) => name));
    expect(arrangement.bars).toEqual(form.bars);
    expect(arrangement.seconds).toBe(form.seconds);
    expect(arrangeMusic(await readForm(id), form.seconds)).toEqual(arrangement);
  });
});

test('long films hear the piece again and again, short ones its beginning and its end', async () => {
  const form = await readForm('solo-piano');
  expect(sectionsOf(arrangeMusic(form, 15))).toBe('intro coda.2');
  expect(sectionsOf(arrangeMusic(form, 30))).toBe('intro A.1 A.2 coda.2');
  const round = "A.1 A.2 A'.1 A'.2 B.1 B.2 A''.1 A''.2";
  expect(sectionsOf(arrangeMusic(form, 300))).toBe(`intro ${round} ${round} ${round} ${round} coda.1 coda.2`);
});

test('a form without an end is refused', async () => {
  const form = await readForm('sedative');
  const sections = form.sections.map((section) => ({ ...section, ends: false }));
  expect(() => arrangeMusic({ ...form, sections }, 30)).toThrow('The form of sedative has no way to its end');
});
