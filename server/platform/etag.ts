import { createHash } from 'node:crypto';

/** A strong ETag (RFC 9110, 8.8.3) for a content, made from the content itself or from a name that is unique to it. */
export function etagOf(identity: string | Buffer): string {
  return `"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`;
}
