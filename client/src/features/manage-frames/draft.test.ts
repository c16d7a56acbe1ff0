import { expect, test } from 'vitest';
import type { Display } from '#shared/schemas/display.ts';
import { draftOf, settingsOf, toggled } from './draft.ts';

const frame: Display = {
  id: 'f',
  name: 'Nonna',
  createdAt: '2026-11-22T10:00:00Z',
  seenAt: null,
  films: [{ kind: 'video', id: 'a' }],
  dim: { from: 1325, until: 65 },
};

test('a frame’s settings survive a round trip through the form', () => {
  expect(draftOf(frame)).toMatchObject({ all: false, dimmed: true, from: '22:05', until: '01:05' });
  expect(settingsOf(draftOf(frame))).toEqual({
    name: 'Nonna',
    films: [{ kind: 'video', id: 'a' }],
    dim: { from: 1325, until: 65 },
  });
  const plain = { ...frame, name: null, films: null, dim: null };
  expect(settingsOf(draftOf(plain))).toEqual({ name: null, films: null, dim: null });
});

test('a new frame shows everything, and is dimmed from ten to seven', () => {
  expect(settingsOf(draftOf(null))).toEqual({
    name: null,
    films: null,
    dim: { from: 1320, until: 420 },
  });
});

test.each([
  [{ all: false }, 'noFilms'],
  [{ from: '' }, 'noHours'],
  [{ from: '07:00' }, 'noHours'],
])('%j is refused with %s', (part, problem) => {
  expect(settingsOf({ ...draftOf(null), ...part })).toBe(problem);
});

test('hours are ignored if a frame is not dimmed', () => {
  expect(settingsOf({ ...draftOf(null), dimmed: false, from: '' })).toMatchObject({ dim: null });
});

test('films are shown in the order in which they were chosen', () => {
  const [a, b] = (['a', 'b'] as const).map((id) => ({ kind: 'video', id }) as const);
  if (!a || !b) throw new Error('two films');
  expect(toggled(toggled([], b), a)).toEqual([b, a]);
  expect(toggled([b, a], b)).toEqual([a]);
});
