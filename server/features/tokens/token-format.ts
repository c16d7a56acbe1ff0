import { crc32 } from 'node:zlib';
import { createId } from '#server/platform/ids.ts';

const prefixOf = (test: boolean) => (test ? 'mem_test_' : 'mem_live_');
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** The CRC-32 of a text as seven base-32 characters, in the alphabet of ids. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let index = 0; index < 7; index += 1) {
    checksum = alphabet.charAt(rest % 32) + checksum;
    rest = Math.floor(rest / 32);
  }
  return checksum;
}

/**
 * A new token: `mem_live_` (or `mem_test_` for free test calls), 160 random bits in 32 characters, and a checksum of
 * seven characters, with which mistyped or truncated tokens are rejected without a lookup and leaked ones are
 * identified reliably.
 */
export function createToken({ test = false } = {}): string {
  const start = prefixOf(test) + createId();
  return start + checksumOf(start);
}

/** True if the text has the format and checksum of a token. */
export function hasTokenFormat(text: string): boolean {
  return /^mem_(live|test)_[a-z2-7]{39}$/.test(text) && text.endsWith(checksumOf(text.slice(0, -7)));
}
