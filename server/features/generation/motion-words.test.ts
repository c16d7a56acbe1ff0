import { expect, test } from 'vitest';
import { withMotion } from './motion-words.ts';

test('wishes are added to the prompt in words, and defaults add nothing', () => {
  const wishes = { motion: 'auto', liveliness: 'natural' } as const;
  expect(withMotion('Slow.', wishes)).toBe('Slow.');
  expect(withMotion('Slow.', { ...wishes, motion: 'push-in' })).toBe('Slow. The camera slowly pushes in.');
  expect(withMotion('Slow.', { motion: 'still', liveliness: 'calm' })).toBe(
    'Slow. The camera stands still; only the subject moves. The subject hardly moves.',
  );
});

test('a prompt never exceeds its maximum length', () => {
  const prompt = 'x'.repeat(1990);
  expect(withMotion(prompt, { motion: 'arc', liveliness: 'natural' })).toBe(prompt);
});
