import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as 43 characters of base64url: whoever has the link that it stands in may do what the link is for. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What of a secret lies in the database: its SHA-256, by which it is found and from which it can't be told. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether a text can be a secret at all: nothing else is worth a look into the database. */
export const looksLikeSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);
