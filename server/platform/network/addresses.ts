import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import ipaddr from 'ipaddr.js';
import { sharedResources } from '../concurrency/shared-resources.ts';

/** Where a connection may go: to the public internet, to this machine and its private network, or anywhere. */
export type AddressRule = 'public' | 'private' | 'any';

/** Resolves a name to all its IP addresses. Rejects if it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** A connection was not made because its rule forbids the address. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

/** A name has no address, or its name server does not answer in time. */
export class UnresolvedNameError extends Error {
  override readonly name = 'UnresolvedNameError';
}

const privateRanges = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']);
/** True for a loopback IP address, including an IPv4-mapped one. Accepts the brackets of a URL. */
export function isLoopbackAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '');
  return isIP(bare) !== 0 && ipaddr.process(bare).range() === 'loopback';
}

/** All global unicast space assigned by IANA; ranges outside it only embed or translate other addresses. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** How networks without IPv4 reach it: the last four bytes are the IPv4 address (RFC 6052). */
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * True if the rule permits a connection to this IP address. One that is mapped or translated from an IPv4 address is
 * judged as that; a translated one is never on the private network.
 */
export function isAllowed(address: string, rule: AddressRule): boolean {
  if (rule === 'any') return true;
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (rule === 'private') return privateRanges.has(parsed.range());
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  if (parsed.match(translated)) return new ipaddr.IPv4(parsed.toByteArray().slice(12)).range() === 'unicast';
  return parsed.range() === 'unicast' && parsed.match(globalUnicast);
}

/** For the operator's own servers: knows the hosts file and local names, but takes one of the process's few threads. */
const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

const { milliseconds: resolveWithin } = sharedResources.nameLookups;

/**
 * Resolves public names, such as those that users give us, within five seconds by asking the system's name servers
 * directly: a slow one holds no thread of the pool in which payments, mails and storage look up theirs. Knows no hosts
 * file. `servers` replaces the system's, `within` the milliseconds. Throws UnresolvedNameError.
 */
export function createResolve(servers?: readonly string[], within: number = resolveWithin): Resolve {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: within / 2, tries: 2, maxTimeout: within / 2 });
    if (servers) resolver.setServers(servers);
    const deadline = setTimeout(() => resolver.cancel(), within);
    const families = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    clearTimeout(deadline);
    const found = families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
    if (found.length > 0) return found;
    const [cause] = families.flatMap((family) =>
      family.status === 'rejected' ? [family.reason as Error] : [],
    );
    throw new UnresolvedNameError(`${hostname} has no address`, { cause });
  };
}

const resolveByServers = createResolve();

/**
 * A `lookup` function for Node's sockets: resolves a name once and returns exactly the addresses that were checked and
 * are allowed, which defeats DNS rebinding. A forbidden one is never called, and does not forbid the others. Node skips
 * the lookup for literal IP addresses: check those with `isAllowed`.
 */
export function guardedLookup(
  rule: AddressRule,
  resolve: Resolve = rule === 'public' ? resolveByServers : resolveBySystem,
): LookupFunction {
  const find = callbackify(async (hostname: string) => {
    const addresses = await resolve(hostname);
    const allowed = addresses.filter((address) => isAllowed(address, rule));
    if (allowed.length === 0)
      throw new ForbiddenAddressError(`${hostname} is at ${addresses[0] ?? 'no address'}`);
    return allowed.map((address) => ({ address, family: isIP(address) }));
  });
  return (hostname, options, callback) =>
    find(hostname, (error, found) => {
      if (error) callback(error, []);
      else if (options.all) callback(null, found);
      else callback(null, found[0]?.address ?? '', found[0]?.family);
    });
}
