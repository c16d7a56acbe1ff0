import { expect, test } from 'vitest';
import type { DisplayedFilm } from '#shared/display.ts';
import { playOrder } from './order.ts';

const filmsOf = (ids: string) =>
  ids.split('').map((id): DisplayedFilm => ({ kind: 'video', id, name: null, version: '1' }));
const after = (ids: string, last: { key: string; index: number } | null) =>
  playOrder(filmsOf(ids), last)
    .map(({ id }) => id)
    .join('');

test.each([
  ['at first', 'abc', null, 'abc'],
  ['in the middle', 'abc', { key: 'video/a', index: 0 }, 'bca'],
  ['at the end', 'abc', { key: 'video/c', index: 2 }, 'abc'],
  ['the only one', 'a', { key: 'video/a', index: 0 }, 'a'],
  ['another one came before it', 'xabc', { key: 'video/a', index: 0 }, 'bcxa'],
  ['it is gone', 'acd', { key: 'video/b', index: 1 }, 'cda'],
  ['it was the last and is gone', 'ab', { key: 'video/c', index: 2 }, 'ab'],
  ['nothing is left', '', { key: 'video/a', index: 0 }, ''],
])('what comes next: %s', (_when, films, last, expected) => {
  expect(after(films, last)).toBe(expected);
});
