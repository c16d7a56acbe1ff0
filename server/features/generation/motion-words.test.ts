import { expect, test } from 'vitest';
import { withMotion } from './motion-words.ts';

test('a service is told in words what was wished, and nothing where nothing was', () => {
  const wishes = { motion: 'auto', liveliness: 'natural' } as const;
  expect(withMotion('Slow.', wishes)).toBe('Slow.');
  expect(withMotion('Slow.', { ...wishes, motion: 'push-in' })).toBe('Slow. The camera slowly pushes in.');
  expect(withMotion('Slow.', { motion: 'still', liveliness: 'calm' })).toBe(
    'Slow. The camera stands still; only the subject moves. The subject hardly moves.',
  );
});

test('a prompt is never made longer than it may be', () => {
  const prompt = 'x'.repeat(1990);
  expect(withMotion(prompt, { motion: 'arc', liveliness: 'natural' })).toBe(prompt);
});
