import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An IP address; one of IPv4 also where it comes dressed as IPv6. Null for anything else. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return isIP(address) === 0 ? null : ipaddr.process(address);
}

/** The first so many groups of 16 bits in one spelling. */
function prefixOf({ parts }: ipaddr.IPv6, count: number): string {
  return parts
    .slice(0, count)
    .map((part) => part.toString(16))
    .join(':');
}

/**
 * What counts as one visitor's network: an IPv4 address as it is, of an IPv6 address the /64, since a single machine has
 * all of that at its disposal. Anything else comes back unchanged.
 */
export function networkOf(address: string): string {
  const parsed = parse(address);
  if (parsed instanceof ipaddr.IPv6) return `${prefixOf(parsed, 4)}::/64`;
  return parsed?.toString() ?? address;
}

/** The /48 of an IPv6 address: what a provider hands to one customer at most (RFC 6177). Null for anything else. */
export function siteOf(address: string): string | null {
  const parsed = parse(address);
  return parsed instanceof ipaddr.IPv6 ? `${prefixOf(parsed, 3)}::/48` : null;
}
