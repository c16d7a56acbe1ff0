import { expect, test } from 'vitest';
import { renderMail } from './mail-layout.ts';

const letter = {
  language: 'it',
  subject: 'Tutto <bene>',
  paragraphs: ['Prima riga & altro.', 'Seconda.'],
  action: { label: 'Apri', url: 'https://memori.example/it/reset#abc' },
  notes: [{ text: 'Perché.', link: { label: 'Basta', url: 'https://memori.example/x' } }, { text: 'Fine.' }],
} as const;

test('renders a mail as plain text', () => {
  expect(renderMail(letter).text).toBe(
    [
      'Prima riga & altro.',
      'Seconda.',
      'Apri:\nhttps://memori.example/it/reset#abc',
      '--\nPerché.\nBasta: https://memori.example/x\nFine.\n',
    ].join('\n\n'),
  );
});

test('renders a mail as HTML in its language, escaped, without external content', () => {
  const { html } = renderMail(letter);
  expect(html).toContain('<html lang="it">');
  expect(html).toContain('<title>Tutto &lt;bene&gt;</title>');
  expect(html).toContain('Prima riga &amp; altro.');
  expect(html).toContain('<a href="https://memori.example/it/reset#abc"');
  expect(html).not.toMatch(/<(img|script|link|iframe)|url\(/i);
});
