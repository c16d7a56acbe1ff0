import { expect, test } from 'vitest';
import { chatLink } from './chat-link.ts';

test('the greeting is added to any address, encoded', () => {
  expect(chatLink('https://wa.me/', 'Ciao! Così?')).toBe('https://wa.me/?text=Ciao!%20Cos%C3%AC%3F');
  expect(chatLink('https://chat.example/?a=1', 'Hi')).toBe('https://chat.example/?a=1&text=Hi');
});
