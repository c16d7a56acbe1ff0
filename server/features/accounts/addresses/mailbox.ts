import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { normalized } from '#shared/plain-text.ts';

/** Hosts that ignore dots or other characters in the local part, and their alias domains. */
const forgivingHosts = [
  { host: 'gmail.com', aliases: ['googlemail.com'], ignored: /\./g },
  { host: 'proton.me', aliases: ['protonmail.com', 'protonmail.ch', 'pm.me'], ignored: /[._-]/g },
] as const;

/**
 * The canonical spelling of all addresses that deliver to the same mailbox: lower case, one Unicode form, without a
 * plus tag, and without the characters that its host ignores. Never use it as an address to send to. Takes a valid
 * address. Pure.
 */
export function mailboxOf(email: string): string {
  const plain = normalized(email, 'NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  const domain = domainToASCII(plain.slice(at + 1)) || plain.slice(at + 1);
  const local = plain.slice(0, at).replace(/(?<=.)\+.*$/, '');
  const forgiving = forgivingHosts.find(
    ({ host, aliases }) => host === domain || aliases.some((alias) => alias === domain),
  );
  return forgiving ? `${local.replaceAll(forgiving.ignored, '')}@${forgiving.host}` : `${local}@${domain}`;
}

/** The key under which a mailbox is remembered: SHA-256 in hexadecimal, which does not reveal the address. */
export function mailboxKeyOf(email: string): string {
  return createHash('sha256').update(mailboxOf(email)).digest('hex');
}

/** Two e-mails with the same key are the same account. */
export function emailKeyOf(email: string): string {
  return email.toLowerCase();
}
