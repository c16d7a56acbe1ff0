import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import ipaddr from 'ipaddr.js';

/** Where a connection may go: to the public internet, to this machine and its own network, or anywhere. */
export type AddressRule = 'public' | 'private' | 'any';

/** Turns a name into all its IP addresses. Rejects if it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** A connection that its rule forbids was not made. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

const privateRanges = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']);
/** True for an IP address, a mapped one included, that only this machine answers at. Brackets of a URL may stand around. */
export function isLoopbackAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '');
  return isIP(bare) !== 0 && ipaddr.process(bare).range() === 'loopback';
}

/** All that IANA has given out as global unicast; what lies beside it only embeds or translates other addresses. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** True if the rule lets a connection go to this IP address. A mapped IPv4 address counts as what it maps. */
export function isAllowed(address: string, rule: AddressRule): boolean {
  if (rule === 'any') return true;
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (rule === 'private') return privateRanges.has(parsed.range());
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast));
}

const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * What Node connects by: resolves a name once and passes on exactly the addresses that were judged, so that a name
 * which answers differently the next time gains nothing. One forbidden address among several forbids all. Node asks
 * no lookup for an address in digits: judge those with `isAllowed`.
 */
export function guardedLookup(rule: AddressRule, resolve: Resolve = resolveBySystem): LookupFunction {
  const find = callbackify(async (hostname: string) => {
    const addresses = await resolve(hostname);
    const forbidden = addresses.find((address) => !isAllowed(address, rule));
    if (forbidden !== undefined || addresses.length === 0)
      throw new ForbiddenAddressError(`${hostname} is at ${forbidden ?? 'no address'}`);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  });
  return (hostname, options, callback) =>
    find(hostname, (error, found) => {
      if (error) callback(error, []);
      else if (options.all) callback(null, found);
      else callback(null, found[0]?.address ?? '', found[0]?.family);
    });
}
