import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress } from '../platform/addresses.ts';

/** What proxies tell of whom they speak for, or of themselves. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
];

/** The name or address of a Host header, without its port. */
function hostnameOf(host = ''): string {
  return host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
}

/**
 * True for a request that somebody on this machine sent to this machine: over a loopback connection, to a loopback name,
 * and by no proxy. The address is the connection's own, whatever headers say. A proxy on this machine that passes on
 * neither the Host header nor any other trace of itself can't be told from its visitors: it must not expose `/metrics`.
 */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const host = hostnameOf(headers.host);
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    (host === 'localhost' || isLoopbackAddress(host)) &&
    forwardingHeaders.every((name) => headers[name] === undefined)
  );
}

/** True for this machine and for who holds the token, if there is one. A wrong token is refused wherever it comes from. */
export function mayReadMetrics(req: IncomingMessage, token: string | undefined): boolean {
  const { authorization } = req.headers;
  if (authorization === undefined) return isFromThisMachine(req);
  if (token === undefined) return false;
  const given = Buffer.from(authorization);
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
