import { createHash } from 'node:crypto';

/** A strong ETag (RFC 9110, 8.8.3) of what identifies a content: the content itself, or a name that it alone ever has. */
export function etagOf(identity: string | Buffer): string {
  return `"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`;
}
