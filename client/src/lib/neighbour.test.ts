import { expect, test } from 'vitest';
import { neighbourOf } from './neighbour.ts';

test('the next one, the one before the last, none beside the only one or one that is gone', () => {
  expect(neighbourOf(['a', 'b', 'c'], 'b')).toBe('c');
  expect(neighbourOf(['a', 'b', 'c'], 'c')).toBe('b');
  expect(neighbourOf(['a'], 'a')).toBeNull();
  expect(neighbourOf(['a', 'b'], 'x')).toBeNull();
});
