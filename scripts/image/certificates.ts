import { existsSync } from 'node:fs';

/**
 * Build options that make `npm ci` trust the same certificates as this machine's Node, for networks that inspect TLS.
 */
export function certificates(): string[] {
  const file = process.env['NODE_EXTRA_CA_CERTS'];
  return file && existsSync(file) ? ['--secret', `id=ca,src=${file}`] : [];
}
