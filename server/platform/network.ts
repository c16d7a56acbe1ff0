import { isIPv6 } from 'node:net';

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

function groups(part: string): string[] {
  return part === '' ? [] : part.split(':');
}

/** The first groups of an IPv6 address in one spelling; null for anything else. */
function prefixOf(address: string, count: number): string | null {
  const plain = address.replace(/%.*$/, '');
  if (!isIPv6(plain)) return null;
  const [head = '', tail] = plain.split('::');
  const before = groups(head);
  const after = groups(tail ?? '');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array<string>(Math.max(missing, 0)).fill('0'), ...after];
  const first = all.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16));
  return first.join(':');
}

/**
 * What counts as one visitor's network: an IPv4 address as it is (also where it comes dressed as IPv6), of an IPv6
 * address the /64, since a single machine has all of that at its disposal. Anything else comes back unchanged.
 */
export function networkOf(address: string): string {
  const mapped = mappedIpv4.exec(address)?.[1];
  if (mapped) return mapped;
  const prefix = prefixOf(address, 4);
  return prefix === null ? address : `${prefix}::/64`;
}

/** The /48 of an IPv6 address: what a provider hands to one customer at most (RFC 6177). Null for anything else. */
export function siteOf(address: string): string | null {
  const prefix = mappedIpv4.test(address) ? null : prefixOf(address, 3);
  return prefix === null ? null : `${prefix}::/48`;
}
