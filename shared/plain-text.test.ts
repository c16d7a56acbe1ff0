import { expect, test } from 'vitest';
import { fileNameOf } from './file-name.ts';
import { plainLine, plainText } from './plain-text.ts';

test.each([
  ['  Nonna   Rosa,\n1931 ', 'Nonna Rosa, 1931'],
  ['photo\u202egpj.exe', 'photo gpj.exe'],
  ['Cafe\u0301', 'Caf\u00e9'],
  ['half \ud83d', 'half \ufffd'],
  ['\u0000\u0007\u200f', ''],
  ['👵🏼 家族', '👵🏼 家族'],
])('%j becomes the line %j', (text, line) => expect(plainLine(text)).toBe(line));

test.each([
  ['Nonna Rosa, 1931', 'Nonna Rosa, 1931'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a_b_c_d_e_f_g_h_i_j'],
  ['...', 'memori'],
  ['CON', 'CON_'],
  ['lpt1.old', 'lpt1_.old'],
  ['Summer. . ', 'Summer'],
])('%j becomes the file name %j', (name, file) => expect(fileNameOf(name)).toBe(file));

test('a text keeps its lines, and loses invisible characters', () => {
  expect(plainText(' Cara  nonna,\r\n\n\n\nbuon\u202e compleanno!\t\n')).toBe(
    'Cara nonna,\n\nbuon compleanno!',
  );
  expect(plainText(' \n \u0000 ')).toBe('');
});
