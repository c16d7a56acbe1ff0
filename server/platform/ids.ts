import { randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** 160 random bits as 32 characters of lower-case base32 (RFC 4648, no padding): unguessable, safe in URLs. */
export function createId(): string {
  let bits = 0;
  let buffer = 0;
  let id = '';
  for (const byte of randomBytes(20)) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      id += alphabet.charAt((buffer >>> bits) & 31);
    }
  }
  return id;
}

/** Prefix of an erased account's e-mail key, which no address has. Accounting records keep the anonymous user id. */
export const erasedKeyPrefix = 'erased:';
