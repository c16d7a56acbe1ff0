import { existsSync } from 'node:fs';

/** Build options by which `npm ci` trusts what this machine's Node trusts, where its network inspects TLS. */
export function certificates(): string[] {
  const file = process.env['NODE_EXTRA_CA_CERTS'];
  return file && existsSync(file) ? ['--secret', `id=ca,src=${file}`] : [];
}
