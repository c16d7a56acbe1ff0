import { expect, test } from 'vitest';
import { mailboxKeyOf, mailboxOf } from './mailbox.ts';

test.each<[mailbox: string, spellings: string[]]>([
  [
    'nonnamaria@gmail.com',
    [
      'nonnamaria@gmail.com',
      'Nonna.Maria@Gmail.com',
      'n.o.n.n.a.maria+memori@gmail.com',
      'nonna.maria+a+b@googlemail.com',
      'ｎｏｎｎａ.maria@gmail.com',
      'nonnamaria@ｇmail.com',
    ],
  ],
  ['nonnamaria@proton.me', ['nonna-maria@pm.me', 'Nonna_Maria+x@protonmail.com', 'nonna.maria@proton.me']],
  // On other hosts dots are significant; plus tags are still ignored.
  ['nonna.maria@example.com', ['nonna.maria@example.com', 'NONNA.MARIA+gift@EXAMPLE.com']],
  [
    'nonna@xn--mller-kva.example',
    ['nonna@müller.example', 'nonna@MÜLLER.example', 'Nonna@xn--mller-kva.example'],
  ],
  // é precomposed and decomposed.
  ['jos\u00e9@example.com', ['jose\u0301@example.com', 'JOS\u00c9@example.com']],
])('%s is one mailbox in all its spellings', (mailbox, spellings) => {
  expect(spellings.map(mailboxOf)).toEqual(spellings.map(() => mailbox));
  expect(new Set(spellings.map(mailboxKeyOf)).size).toBe(1);
});

test('different mailboxes stay different', () => {
  const others = [
    ...['nonna.maria@example.com', 'nonnamaria@example.com', 'nonna@gmail.com', 'nonna@gmail.example'],
    ...['nonna@notgmail.com', 'nonna@mail.gmail.com', '+nonna@example.com', '+gift@example.com'],
  ];
  expect(new Set(others.map(mailboxOf)).size).toBe(others.length);
});

test('the stored key does not reveal the address', () => {
  expect(mailboxKeyOf('Nonna@example.com')).toBe(
    // printf nonna@example.com | sha256sum
    '2d5976eaf6e34d1e7261c40df34d84d616cc2f86ccddff17dc5f5d9fd30d689b',
  );
});
