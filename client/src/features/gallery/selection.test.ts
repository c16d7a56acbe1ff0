import { expect, test } from 'vitest';
import { keepExisting, selectAll, toggle } from './selection.ts';

test('videos are kept in the order in which they were chosen', () => {
  const chosen = ['c', 'a', 'b'].reduce<readonly string[]>(toggle, []);
  expect(chosen).toEqual(['c', 'a', 'b']);
  expect(toggle(chosen, 'a')).toEqual(['c', 'b']);
  expect(toggle(toggle(chosen, 'c'), 'c')).toEqual(['a', 'b', 'c']);
});

test('choosing all keeps the order of those that were chosen before', () => {
  expect(selectAll(['c'], ['a', 'b', 'c', 'd'])).toEqual(['c', 'a', 'b', 'd']);
  expect(selectAll([], [])).toEqual([]);
});

test('what was deleted leaves the selection, and nothing else does', () => {
  const chosen = ['b', 'a'];
  expect(keepExisting(chosen, ['a', 'b', 'c'])).toBe(chosen);
  expect(keepExisting(chosen, ['a', 'c'])).toEqual(['a']);
});
