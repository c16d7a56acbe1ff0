import { isIP } from 'node:net';
import { type AddressRule, isAllowed, isLoopbackAddress } from './addresses.ts';

/** Where a request of ours may go, and by which rule a connection there is judged once its name is resolved. */
export interface OutsideAddress {
  url: URL;
  addresses: AddressRule;
}

/**
 * Reads an address that a user gave us to call: https to the public internet; outside production also http and https to
 * this machine. Null for anything else, addresses with credentials included.
 */
export function readOutsideAddress(
  address: string,
  { production }: { production: boolean },
): OutsideAddress | null {
  const url = URL.parse(address);
  if (!url || url.username || url.password || !/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isHere = host === 'localhost' || isLoopbackAddress(host);
  if (isHere && !production) return { url, addresses: 'private' };
  if (url.protocol !== 'https:' || isHere || (isIP(host) !== 0 && !isAllowed(host, 'public'))) return null;
  return { url, addresses: 'public' };
}
