import { expect, test } from 'vitest';
import { neighbourOf } from './neighbour.ts';

test('the next item, the previous one of the last, and none for a single or missing item', () => {
  expect(neighbourOf(['a', 'b', 'c'], 'b')).toBe('c');
  expect(neighbourOf(['a', 'b', 'c'], 'c')).toBe('b');
  expect(neighbourOf(['a'], 'a')).toBeNull();
  expect(neighbourOf(['a', 'b'], 'x')).toBeNull();
});
