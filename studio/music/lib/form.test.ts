import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type MusicForm, musicFormSchema } from '#shared/music-form.ts';
import { musicFormFile } from '#server/platform/installation.ts';
import { pieces } from '../pieces/all.ts';
import { formOf } from './form.ts';
import { perform } from './perform.ts';

const forms = pieces.map((piece) => ({ id: piece.id, piece, form: formOf(piece) }));
const formNamed = (id: string): MusicForm => {
  const found = forms.find((each) => each.id === id);
  if (!found) throw new Error(`There is no piece ${id}`);
  return found.form;
};
const nextOf = (id: string, name: string) =>
  formNamed(id).sections.find((section) => section.name === name)?.next;

/** The names that lead on from `start`, along `steps`. */
function reachable(start: readonly string[], steps: (name: string) => readonly string[]): Set<string> {
  const found = new Set(start);
  for (const name of found) for (const next of steps(name)) found.add(next);
  return found;
}

test.each(forms)('$id: its form is the one in its file', async ({ id, form }) => {
  expect(musicFormSchema.parse(JSON.parse(await readFile(musicFormFile(id), 'utf8')))).toEqual(form);
});

test.each(forms)(
  '$id: sections follow each other from the upbeat to the last bar line',
  ({ piece, form }) => {
    const { sections, bars, beats, seconds } = form;
    expect(new Set(sections.map(({ name }) => name)).size).toBe(sections.length);
    expect(sections[0]?.from).toBe(0.25);
    for (const [index, section] of sections.entries()) {
      expect(bars).toContain(section.from);
      expect(section.to).toBe(sections[index + 1]?.from ?? section.to);
      expect(section.to - section.from).toBeGreaterThan(3);
      expect(section.to - section.from).toBeLessThan(14);
    }
    expect(seconds).toBeCloseTo(perform(piece).duration, 3);
    expect(seconds - (sections.at(-1)?.to ?? 0)).toBeCloseTo(piece.ending.ring, 2);
    expect(beats.length % bars.length).toBe(0);
    expect(beats).toEqual([...beats].sort((a, b) => a - b));
    expect(bars.filter((bar) => !beats.includes(bar))).toEqual([]);
  },
);

test.each(forms)("$id: everything can be reached and leads to the end, which is the score's", ({ form }) => {
  const { sections } = form;
  const names = sections.map(({ name }) => name);
  const begins = sections.filter((section) => section.begins).map(({ name }) => name);
  const after = (name: string) => sections.find((section) => section.name === name)?.next ?? [];
  const before = (name: string) =>
    sections.filter(({ next }) => next.includes(name)).map((section) => section.name);
  expect([...reachable(begins, after)].sort()).toEqual([...names].sort());
  expect(sections.filter(({ ends }) => ends).map(({ name }) => name)).toEqual([names.at(-1)]);
  expect([...reachable(names.slice(-1), before)].sort()).toEqual([...names].sort());
  expect(sections.at(-1)?.next).toEqual([]);
  for (const [index, { name, next }] of sections.entries()) {
    expect(next).toEqual(names.filter((each) => next.includes(each)));
    expect(next).not.toContain(name);
    expect(next).not.toContain('intro');
    if (index + 1 < names.length) expect(next).toContain(names[index + 1]);
  }
});

test('bar lines are where the notes of their bars are struck', () => {
  // A melody note on the first beat of each bar, which is played at most 30 ms early.
  const { tracks } = perform(pieces.find(({ id }) => id === 'hopeful-epic') ?? pieces[0]!);
  const times = tracks.find(({ instrument }) => instrument === 'piano')?.notes.map(({ time }) => time) ?? [];
  for (const bar of formNamed('hopeful-epic').bars)
    expect(Math.min(...times.map((time) => Math.abs(time - bar)))).toBeLessThan(0.04);
});

test('a piece that ends at home may start again; one that has begun to end does not', () => {
  expect(nextOf('emotional-piano-3', "A'.3")).toContain('A.1');
  expect(nextOf('solo-piano', "A''.2")).toEqual(['A.1', "A'.1", 'B.1', "A''.1", 'coda.1', 'coda.2']);
  expect(nextOf('solo-piano', 'coda.1')).toEqual(['coda.2']);
});

test('a section that is left like another leads where that one leads', () => {
  // Both halves end on Gm7, before Dm/A.
  expect(nextOf('hopeful-epic', 'A.1')).toEqual(['A.2', "A'.2"]);
  // Eb/G leads to Fm7; nothing else follows C7.
  expect(nextOf('emotional-piano-1', "A'.3")).toEqual(['B.3', "A'.4"]);
  // D major has been reached: no way back to D minor.
  expect(nextOf('hopeful-epic', 'C.2')).toEqual(['C.1', 'coda.1', 'coda.2']);
});
