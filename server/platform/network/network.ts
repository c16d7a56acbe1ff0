import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Some proxies add the port of each connection, which would make each a visitor of its own. */
const withPort = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+)(?=:))(?::\d+)?$/;

/** Parses an IP address, with or without a port; an IPv4-mapped IPv6 address becomes IPv4. Null for anything else. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const { v4, v6 } = withPort.exec(address)?.groups ?? {};
  const bare = v4 ?? v6 ?? address;
  return isIP(bare) === 0 ? null : ipaddr.process(bare);
}

/** The first `count` 16-bit groups of an address in canonical spelling. */
function prefixOf({ parts }: ipaddr.IPv6, count: number): string {
  return parts
    .slice(0, count)
    .map((part) => part.toString(16))
    .join(':');
}

/**
 * The network that counts as one visitor: an IPv4 address itself, or the /64 of an IPv6 address, since a single machine
 * has all of that at its disposal. Anything else is returned unchanged.
 */
export function networkOf(address: string): string {
  const parsed = parse(address);
  if (parsed instanceof ipaddr.IPv6) return `${prefixOf(parsed, 4)}::/64`;
  return parsed?.toString() ?? address;
}

/** The /48 of an IPv6 address: the most that a provider assigns to one customer (RFC 6177). Null for anything else. */
export function siteOf(address: string): string | null {
  const parsed = parse(address);
  return parsed instanceof ipaddr.IPv6 ? `${prefixOf(parsed, 3)}::/48` : null;
}
