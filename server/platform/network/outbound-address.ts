import { isIP } from 'node:net';
import { type AddressRule, isAllowed, isLoopbackAddress } from './addresses.ts';

/** An outgoing request's URL, and the rule that its resolved address is checked against when connecting. */
export interface OutboundAddress {
  url: URL;
  addresses: AddressRule;
}

/**
 * Parses a URL that a user gave us to call: https to the public internet; in local development also http and https to
 * this machine. Null for anything else, including URLs with credentials.
 */
export function parseOutboundAddress(
  address: string,
  { localDevelopment }: { localDevelopment: boolean },
): OutboundAddress | null {
  const url = URL.parse(address);
  if (!url || url.username || url.password || !/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isHere = host === 'localhost' || isLoopbackAddress(host);
  if (isHere && localDevelopment) return { url, addresses: 'private' };
  if (url.protocol !== 'https:' || isHere || (isIP(host) !== 0 && !isAllowed(host, 'public'))) return null;
  return { url, addresses: 'public' };
}
