import { secretInLinks } from './secret-in-links.ts';

/** Returns the secret from this page's address, and puts it into the links to the same page in other languages. */
export function takeSecret(): string {
  const secret = location.pathname.split('/').pop() ?? '';
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]'))
    link.href = link.href.replace(secretInLinks, secret);
  return secret;
}
