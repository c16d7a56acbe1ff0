import { expect, test } from 'vitest';
import { fieldOfError, validateCredentials } from './validate.ts';

test('an invalid email is reported before an invalid password', () => {
  expect(validateCredentials('signUp', { email: 'nonna', password: '123' })).toEqual({
    ok: false,
    code: 'invalid_email',
    field: 'email',
  });
});

test('signing up needs six characters, signing in just one', () => {
  const email = 'nonna@example.com';
  expect(validateCredentials('signUp', { email, password: '12345' })).toMatchObject({
    code: 'password_too_short',
    field: 'password',
  });
  expect(validateCredentials('signIn', { email, password: '' })).toMatchObject({ code: 'password_required' });
  expect(validateCredentials('signIn', { email, password: '1' })).toMatchObject({ ok: true });
});

test('an email is trimmed, a password is not', () => {
  expect(validateCredentials('signUp', { email: '  nonna@example.com ', password: ' secret ' })).toEqual({
    ok: true,
    credentials: { email: 'nonna@example.com', password: ' secret ' },
  });
});

test('errors map to their field', () => {
  expect(fieldOfError('email_taken')).toBe('email');
  expect(fieldOfError('password_too_long')).toBe('password');
  expect(fieldOfError('wrong_credentials')).toBeNull();
  expect(fieldOfError(null)).toBeNull();
});
