import { expect, test } from 'vitest';
import { fileNameOf } from './file-name.ts';
import { normalized, plainLine, plainText } from './plain-text.ts';

test.each([
  ['  Nonna   Rosa,\n1931 ', 'Nonna Rosa, 1931'],
  ['photo\u202egpj.exe', 'photo gpj.exe'],
  ['Cafe\u0301', 'Caf\u00e9'],
  ['half \ud83d', 'half \ufffd'],
  ['\u0000\u0007\u200f', ''],
  ['👵🏼 家族', '👵🏼 家族'],
  // Zero-width, joiners, soft hyphen, Hangul fillers, Braille blank, variation selectors, tags, a language's own space.
  ...[
    '\u200b',
    '\u200d\u200c',
    '\u2060\ufeff',
    '\u00ad',
    '\u034f',
    '\u115f\u1160',
    '\u3164 \uffa0',
    '\u2800\u2800',
  ].map((text): [string, string] => [text, '']),
  ...['\ufe0f', '\u{e0061}', '\u180e\u3000', '\u17b4', '\u061c\u202a'].map((text): [string, string] => [
    text,
    '',
  ]),
  ['👩\u200d👧 ❤\ufe0f', '👩\u200d👧 ❤\ufe0f'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
])('%j becomes the line %j', (text, line) => expect(plainLine(text)).toBe(line));

test.each([
  ['Nonna Rosa, 1931', 'Nonna Rosa, 1931'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a_b_c_d_e_f_g_h_i_j'],
  ['...', 'memori'],
  ['CON', 'CON_'],
  ['lpt1.old', 'lpt1_.old'],
  ['Summer. . ', 'Summer'],
  ['家'.repeat(100), '家'.repeat(66)],
  ['a'.repeat(300), 'a'.repeat(200)],
  [`${'a'.repeat(190)}👩‍👩‍👧‍👦x`, 'a'.repeat(190)],
  ['é'.normalize('NFD').repeat(80), 'é'.normalize('NFD').repeat(66)],
  [`${'a'.repeat(198)}. b`, 'a'.repeat(198)],
  [`a${'\u0301'.repeat(200)}`, 'memori'],
])('%j becomes the file name %j', (name, file) => expect(fileNameOf(name)).toBe(file));

test('a text keeps its lines, and loses invisible characters', () => {
  expect(plainText(' Cara  nonna,\r\n\n\n\nbuon\u202e compleanno!\t\n')).toBe(
    'Cara nonna,\n\nbuon compleanno!',
  );
  expect(plainText(' \n \u0000 ')).toBe('');
});

test('letters keep the marks of any language, and lose those beyond', () => {
  const marks = '\u0301\u0323'.repeat(14);
  expect(normalized(`o${marks}`, 'NFD')).toBe(`o${'\u0323'.repeat(14)}${'\u0301'.repeat(14)}`);
  expect(normalized(`a${'\u0345'.repeat(40)}b`)).toBe(`a${'\u0345'.repeat(30)}b`);
});
