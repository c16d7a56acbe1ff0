import { expect, test } from 'vitest';
import { fieldOfError, validateCredentials } from './validate.ts';

test('a wrong email is named before a wrong password', () => {
  expect(validateCredentials('signUp', { email: 'nonna', password: '123' })).toEqual({
    ok: false,
    code: 'invalid_email',
    field: 'email',
  });
});

test('signing up wants six characters, signing in only some', () => {
  const email = 'nonna@example.com';
  expect(validateCredentials('signUp', { email, password: '12345' })).toMatchObject({
    code: 'password_too_short',
    field: 'password',
  });
  expect(validateCredentials('signIn', { email, password: '' })).toMatchObject({ code: 'password_required' });
  expect(validateCredentials('signIn', { email, password: '1' })).toMatchObject({ ok: true });
});

test('blanks around an email are dropped, a password is left as it is', () => {
  expect(validateCredentials('signUp', { email: '  nonna@example.com ', password: ' secret ' })).toEqual({
    ok: true,
    credentials: { email: 'nonna@example.com', password: ' secret ' },
  });
});

test('refusals point at their field', () => {
  expect(fieldOfError('email_taken')).toBe('email');
  expect(fieldOfError('password_too_long')).toBe('password');
  expect(fieldOfError('wrong_credentials')).toBeNull();
  expect(fieldOfError(null)).toBeNull();
});
