import { expect, test } from 'vitest';
import { emailSchema } from './schemas/auth.ts';

test.each([
  ['nonna@example.com', 'nonna@example.com'],
  ['  Nonna.Rosa+foto@Example.COM ', 'Nonna.Rosa+foto@Example.COM'],
  ['nonna&nonno@example.com', 'nonna&nonno@example.com'],
  ["o'brien!#$%*/=?^_`{|}~@example.com", "o'brien!#$%*/=?^_`{|}~@example.com"],
  // As some phone companies give them out.
  ['nonna..rosa.@example.co.jp', 'nonna..rosa.@example.co.jp'],
  ['nonna@müller.it', 'nonna@xn--mller-kva.it'],
  ['nonna@MU\u0308LLER.it', 'nonna@xn--mller-kva.it'],
  ['nonna@xn--e1afmkfd.xn--p1ai', 'nonna@xn--e1afmkfd.xn--p1ai'],
  ['nonna@пример.рф', 'nonna@xn--e1afmkfd.xn--p1ai'],
  ['бабушка@пример.рф', 'бабушка@xn--e1afmkfd.xn--p1ai'],
  ['José@example.com', 'José@example.com'],
  ['nonna@例え。テスト', 'nonna@xn--r8jz45g.xn--zckzah'],
  ['nonna@a-b.museum', 'nonna@a-b.museum'],
])('%s is an address, stored as %s', (typed, stored) => {
  expect(emailSchema.parse(typed)).toBe(stored);
});

test.each([
  ...[
    '',
    'nonna',
    'foo.gmail.com',
    'gmail.com',
    'nonna@',
    '@example.com',
    'nonna@example',
    'nonna@localhost',
    'a b@example.com',
  ],
  ...['a@b@example.com', 'nonna@example..com', 'nonna@-example.com', 'nonna@example.com.'],
  ...['nonna@127.0.0.1', 'nonna@[127.0.0.1]', 'nonna@müller.it/x', 'nonna@müller.it:25', 'nonna@1.２.3.4'],
  ...['"nonna rosa"@example.com', 'nonna,nonno@example.com', '<nonna@example.com>', 'nonna;x@example.com'],
  ...['nonna@example.com\r\nBcc: x@example.com', 'nonna\u200b@example.com', 'nonna\u202e@example.com'],
  ...['nonna\u0000@example.com', `${'é'.repeat(33)}@example.com`, `${'a'.repeat(65)}@example.com`],
  `nonna@${'a'.repeat(64)}.it`,
  `nonna@${'abcdefg.'.repeat(40)}it`,
])('%j is no address', (typed) => {
  expect(emailSchema.safeParse(typed).error?.issues[0]?.message).toBe('invalid_email');
});
