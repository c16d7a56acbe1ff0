import { isIP } from 'node:net';
import { type AddressRule, isAllowed, isLoopbackAddress } from '../../platform/addresses.ts';
import { AppError } from '../../platform/errors.ts';

/** Where a message may go, and by which rule a connection there is judged once its name is resolved. */
export interface Target {
  url: URL;
  addresses: AddressRule;
}

/**
 * Reads the address of a webhook: https to the public internet; outside production also http and https to this machine.
 * Throws AppError `invalid_webhook_url` for anything else, addresses with credentials included.
 */
export function readTarget(address: string, { production }: { production: boolean }): Target {
  const url = URL.parse(address);
  if (!url || url.username || url.password || !/^https?:$/.test(url.protocol))
    throw new AppError('invalid_webhook_url');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isHere = host === 'localhost' || isLoopbackAddress(host);
  if (isHere && !production) return { url, addresses: 'private' };
  if (url.protocol !== 'https:' || isHere || (isIP(host) !== 0 && !isAllowed(host, 'public')))
    throw new AppError('invalid_webhook_url');
  return { url, addresses: 'public' };
}
