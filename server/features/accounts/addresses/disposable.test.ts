import { expect, test } from 'vitest';
import { isDisposableEmail } from './disposable.ts';

const refused = [
  'a@10minutemail.com',
  'a@guerrillamail.info',
  'a@mailinator.com',
  'a@throwaway.email',
  'a@yopmail.fr',
  'a@maildrop.cc',
  'a@getnada.com',
  'a@trashmail.de',
  'a@fakeinbox.com',
  'a@dispostable.com',
  'a@tempmail.dev',
  'a@temp-mail.org',
  'A@MAILINATOR.COM',
  'a@box.mailinator.net',
  'a@my-yopmail-box.example',
  // Only on the public list.
  'a@sharklasers.com',
  'a@mail.sharklasers.com',
  'a@0815.ru',
  '"a@gmail.com"@mailinator.com',
];

const welcome = [
  'nonna@gmail.com',
  'nonna@googlemail.com',
  'nonna@outlook.com',
  'nonna@hotmail.it',
  'nonna@libero.it',
  'nonna@virgilio.it',
  'nonna@tiscali.it',
  'nonna@alice.it',
  'nonna@pec.it',
  'nonna@yahoo.com',
  'nonna@icloud.com',
  'nonna@proton.me',
  'nonna@fastmail.com',
  'nonna@gmx.de',
  'nonna@example.com',
  'mailinator@example.com',
  'nonna+tempmail@gmail.com',
  'nonna@university.edu',
];

test.each(refused)('%s is disposable', (email) => {
  expect(isDisposableEmail(email)).toBe(true);
});

test.each(welcome)('%s is not disposable', (email) => {
  expect(isDisposableEmail(email)).toBe(false);
});
