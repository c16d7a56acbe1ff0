import { z } from 'zod';
import { normalized } from './plain-text.ts';
import { utf8Length } from './utf8-length.ts';

/** Characters that would end a URL's host. Other invalid ones make the URL invalid. */
const noHost = /[/?#:@\\%[\]\s]/;
/** What internationalized addresses may contain besides ASCII (RFC 6531): nothing that is invisible or a space. */
const international = /[^\p{ASCII}\p{C}\p{Z}]/gu;

/**
 * The spelling in which an address is stored: its domain in ASCII (IDNA, as in URLs), so that each domain has one form;
 * otherwise as typed. Returns what is no address unchanged.
 */
export function withAsciiDomain(text: string): string {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  if (at === -1 || /^\p{ASCII}*$/u.test(domain) || noHost.test(domain)) return text;
  try {
    return `${normalized(text.slice(0, at))}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return text;
  }
}

/**
 * True for an address that mail can be sent to: what `<input type="email">` accepts, and international local parts (RFC
 * 6531). Quoted local parts and address literals, which no mailbox of a person has, are none; nor is a domain without a
 * dot. Takes the result of `withAsciiDomain`.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  return (
    at !== -1 &&
    z.regexes.html5Email.test(`${local.replaceAll(international, 'x')}@${domain}`) &&
    utf8Length(local) <= 64 &&
    // Not an IP address.
    /\.[^.]*[a-z][^.]*$/i.test(domain)
  );
}
