import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { ErrorCode } from '#shared/errors.ts';

/** The outcome of a call: its data, or its error code and, for several images, which of them it is about. */
export type StoredResult = { data?: unknown } | { error: ErrorCode; image?: number };

/** A call with an idempotency key, reduced to what the database may store. */
export interface KeyedCall {
  userId: string;
  /** Unique per caller and key. */
  id: string;
  /** Equal for calls of the same operation with the same content. */
  fingerprint: string;
  seal(answer: StoredResult): Uint8Array<ArrayBuffer>;
  /** Throws unless it was sealed for the same caller and key. */
  open(sealed: Uint8Array): StoredResult;
}

const nonceBytes = 12;
const tagBytes = 16;

/** Whose key it is: a person in any of their sessions (`tokenId` is null), or one token. Their keys never meet. */
export interface KeyOwner {
  userId: string;
  tokenId: string | null;
}

const nameOf = ({ userId, tokenId }: KeyOwner): string =>
  tokenId === null ? userId : `${userId} ${tokenId}`;

/** The id of a key's row, unique per caller and key. */
export const keyIdOf = (owner: KeyOwner, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([nameOf(owner), key]))
    .digest('hex');

/**
 * Derives what is stored of a key and its call (`content`: a digest, or the text itself). Answers can hold secrets and
 * contents passwords, so both are protected by a secret derived from the key (HKDF, RFC 5869; AES-256-GCM), which
 * itself is not stored.
 */
export function keyedCall(owner: KeyOwner, key: string, content: string): KeyedCall {
  const secret = Buffer.from(hkdfSync('sha256', key, nameOf(owner), 'memori idempotency', 32));
  return {
    userId: owner.userId,
    id: keyIdOf(owner, key),
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
      return JSON.parse(Buffer.concat([text, decipher.final()]).toString('utf8')) as StoredResult;
    },
  };
}
