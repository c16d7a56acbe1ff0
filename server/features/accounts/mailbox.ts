import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';

/** Hosts that deliver an address whatever dots or other marks stand in it, and under which other names they go. */
const forgivingHosts = [
  { host: 'gmail.com', aliases: ['googlemail.com'], ignored: /\./g },
  { host: 'proton.me', aliases: ['protonmail.com', 'protonmail.ch', 'pm.me'], ignored: /[._-]/g },
] as const;

/**
 * The one spelling of all addresses that are delivered to the same mailbox: without case, in one Unicode form, without
 * a plus tag, and without the dots that its host ignores. Never an address to write to. Takes a valid address. Pure.
 */
export function mailboxOf(email: string): string {
  const plain = email.normalize('NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  const domain = domainToASCII(plain.slice(at + 1)) || plain.slice(at + 1);
  const local = plain.slice(0, at).replace(/(?<=.)\+.*$/, '');
  const forgiving = forgivingHosts.find(
    ({ host, aliases }) => host === domain || aliases.some((alias) => alias === domain),
  );
  return forgiving ? `${local.replaceAll(forgiving.ignored, '')}@${forgiving.host}` : `${local}@${domain}`;
}

/** What is kept of a mailbox to know it again: SHA-256 in hexadecimal, which names nobody by itself. */
export function mailboxKeyOf(email: string): string {
  return createHash('sha256').update(mailboxOf(email)).digest('hex');
}

/** What makes two e-mails the same account. */
export function emailKeyOf(email: string): string {
  return email.toLowerCase();
}
