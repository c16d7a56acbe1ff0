import { expect, test } from 'vitest';
import { move, rearrange } from './order.ts';

test('an item moves to any place, and the others close the gap', () => {
  expect(move(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(move(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
  expect(move(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});

test('nothing moves out of the list', () => {
  expect(move(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(move(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
  expect(move(['a', 'b'], 2, 0)).toEqual(['a', 'b']);
});

test('a changed selection keeps the earlier order', () => {
  const list = (ids: string) => ids.split('').map((taskId) => ({ taskId }));
  expect(rearrange(['c', 'a', 'b'], list('abcd'))).toEqual(list('cabd'));
  expect(rearrange(['c', 'a', 'b'], list('bd'))).toEqual(list('bd'));
  expect(rearrange([], list('ba'))).toEqual(list('ba'));
});
