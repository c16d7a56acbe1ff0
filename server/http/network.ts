import { isIPv6 } from 'node:net';

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

function groups(part: string): string[] {
  return part === '' ? [] : part.split(':');
}

/**
 * What counts as one visitor's network: an IPv4 address as it is (also where it comes dressed as IPv6), of an IPv6
 * address the /64, since a single machine has all of that at its disposal. Anything else comes back unchanged.
 */
export function networkOf(address: string): string {
  const mapped = mappedIpv4.exec(address)?.[1];
  if (mapped) return mapped;
  const plain = address.replace(/%.*$/, '');
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.split('::');
  const before = groups(head);
  const after = groups(tail ?? '');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array<string>(Math.max(missing, 0)).fill('0'), ...after];
  const first = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${first.join(':')}::/64`;
}
