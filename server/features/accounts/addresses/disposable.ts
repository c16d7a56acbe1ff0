import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

/** An address is refused if its domain contains one of these. */
const blockedNames = [
  '10minutemail',
  'tempmail',
  'temp-mail',
  'guerrillamail',
  'mailinator',
  'throwaway.email',
  'yopmail',
  'maildrop.cc',
  'getnada',
  'trashmail',
  'fakeinbox',
  'dispostable',
] as const;

const listedDomains = disposableEmailBlocklistSet();

/** The domain and all its parent domains: `a.b.c`, `b.c`, `c`. */
function withParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_label, index) => labels.slice(index).join('.'));
}

/**
 * True if the address belongs to a disposable mailbox provider: one of the specification's names, anywhere in the
 * domain, or a domain on the public list disposable-email-domains, subdomains included. Takes a valid address.
 */
export function isDisposableEmail(email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return (
    blockedNames.some((name) => domain.includes(name)) ||
    withParents(domain).some((name) => listedDomains.has(name))
  );
}
