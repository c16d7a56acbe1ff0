import { expect, test } from 'vitest';
import { keepExisting, selectAll, toggle } from './selection.ts';

test('videos are kept in the order of selection', () => {
  const chosen = ['c', 'a', 'b'].reduce<readonly string[]>(toggle, []);
  expect(chosen).toEqual(['c', 'a', 'b']);
  expect(toggle(chosen, 'a')).toEqual(['c', 'b']);
  expect(toggle(toggle(chosen, 'c'), 'c')).toEqual(['a', 'b', 'c']);
});

test('selecting all keeps the order of the current selection', () => {
  expect(selectAll(['c'], ['a', 'b', 'c', 'd'])).toEqual(['c', 'a', 'b', 'd']);
  expect(selectAll([], [])).toEqual([]);
});

test('only deleted videos leave the selection', () => {
  const chosen = ['b', 'a'];
  expect(keepExisting(chosen, ['a', 'b', 'c'])).toBe(chosen);
  expect(keepExisting(chosen, ['a', 'c'])).toEqual(['a']);
});
