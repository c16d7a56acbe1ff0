import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as 43 characters of base64url, for links that authorize anyone who has them. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The form in which a secret or token is stored in the database: its SHA-256 in hex, which can be looked up but not
 * reversed. With 160 random bits or more it can't be brute-forced either.
 */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether a text has the format of a secret: anything else needs no database lookup. */
export const looksLikeSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);
