import { expect, test } from 'vitest';
import { createToken, hasTokenFormat } from './token-format.ts';

test('tokens have the right form and are unique', () => {
  const tokens = Array.from({ length: 200 }, () => createToken());
  expect(tokens.filter((token) => !/^mem_live_[a-z2-7]{39}$/.test(token))).toEqual([]);
  expect(tokens.filter((token) => !hasTokenFormat(token))).toEqual([]);
  expect(new Set(tokens).size).toBe(200);
});

test('a test token has its own prefix, which the checksum covers', () => {
  const token = createToken({ test: true });
  expect(token).toMatch(/^mem_test_[a-z2-7]{39}$/);
  expect(hasTokenFormat(token)).toBe(true);
  expect(hasTokenFormat(token.replace('test', 'live'))).toBe(false);
});

test('the last characters are the CRC-32 of the others, and stay so', () => {
  // CRC-32 of `mem_live_` and 32 times `a` (zlib's crc32, also Python's binascii.crc32), in base 32.
  expect(hasTokenFormat(`mem_live_${'a'.repeat(32)}bxf7zzh`)).toBe(true);
});

test('any typo or truncation is detected', () => {
  const token = createToken();
  const mistyped = Array.from({ length: 48 }, (_each, at) => {
    const other = token[at] === 'b' ? 'c' : 'b';
    return token.slice(0, at) + other + token.slice(at + 1);
  });
  const others = [token.slice(0, -1), `${token}a`, ` ${token}`, `${token}\n`, token.toUpperCase(), ''];
  expect([...mistyped, ...others].filter(hasTokenFormat)).toEqual([]);
});
