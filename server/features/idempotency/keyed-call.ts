import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { ErrorCode } from '../../../shared/errors.ts';

/** What a call came to: its data, or the code of its error and which of several images it is about. */
export type Answer = { data?: unknown } | { error: ErrorCode; image?: number };

/** A call that carries an idempotency key, as far as the database may know it. */
export interface KeyedCall {
  userId: string;
  id: string;
  /** The same for the same call with the same content. */
  fingerprint: string;
  seal(answer: Answer): Uint8Array<ArrayBuffer>;
  /** Throws for what was not sealed with the same user and key. */
  open(sealed: Uint8Array): Answer;
}

const nonceBytes = 12;
const tagBytes = 16;

/** The id of a key's row: no two users share one. */
export const keyIdOf = (userId: string, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, key]))
    .digest('hex');

/**
 * Turns a key and what was called (`content`: a digest, or the text itself) into what is kept of them. Answers can hold
 * secrets and contents passwords: both are kept under a secret that only the key leads to (HKDF, RFC 5869; AES-256-GCM).
 */
export function keyedCall(userId: string, key: string, content: string): KeyedCall {
  const secret = Buffer.from(hkdfSync('sha256', key, userId, 'memori idempotency', 32));
  return {
    userId,
    id: keyIdOf(userId, key),
    fingerprint: createHmac('sha256', secret).update(content).digest('hex'),
    seal(answer) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce);
      const text = [cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()];
      return Uint8Array.from(Buffer.concat([nonce, ...text, cipher.getAuthTag()]));
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, nonceBytes));
      decipher.setAuthTag(sealed.subarray(-tagBytes));
      const text = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
      return JSON.parse(Buffer.concat([text, decipher.final()]).toString('utf8')) as Answer;
    },
  };
}
