import { expect, test } from 'vitest';
import { addMotion } from './motion-prompt.ts';

test('wishes are added to the prompt in words, and defaults add nothing', () => {
  const wishes = { motion: 'auto', liveliness: 'natural' } as const;
  expect(addMotion('Slow.', wishes)).toBe('Slow.');
  expect(addMotion('Slow.', { ...wishes, motion: 'push-in' })).toBe('Slow. The camera slowly pushes in.');
  expect(addMotion('Slow.', { motion: 'still', liveliness: 'calm' })).toBe(
    'Slow. The camera stands still; only the subject moves. The subject hardly moves.',
  );
});

test('a prompt never exceeds its maximum length', () => {
  const prompt = 'x'.repeat(1990);
  expect(addMotion(prompt, { motion: 'arc', liveliness: 'natural' })).toBe(prompt);
});
