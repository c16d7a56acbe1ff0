/**
 * 128 random bits in hex, for what only has to be unique. Not `crypto.randomUUID`, which browsers lack on plain http, such
 * as that of a home network.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
