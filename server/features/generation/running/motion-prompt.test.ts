import { expect, test } from 'vitest';
import { addMotion } from './motion-prompt.ts';

test('options are added to the prompt in words, and defaults add nothing', () => {
  const options = { motion: 'auto', liveliness: 'natural' } as const;
  expect(addMotion('Slow.', options)).toBe('Slow.');
  expect(addMotion('Slow.', { ...options, motion: 'push-in' })).toBe('Slow. The camera slowly pushes in.');
  expect(addMotion('Slow.', { motion: 'still', liveliness: 'calm' })).toBe(
    'Slow. The camera stands still; only the subject moves. The subject hardly moves.',
  );
});

test('a prompt never exceeds its maximum length', () => {
  const prompt = 'x'.repeat(1990);
  expect(addMotion(prompt, { motion: 'arc', liveliness: 'natural' })).toBe(prompt);
});
