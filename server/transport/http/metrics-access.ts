import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress } from '#server/platform/network/addresses.ts';

/** Headers by which proxies identify themselves or their clients. */
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

/** The name or address in a Host header, without its port. */
function hostnameOf(host = ''): string {
  return host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
}

/**
 * True for a request from this machine to this machine: over a loopback connection, to a loopback name, and not through
 * a proxy. Uses the connection's own address, regardless of headers. A local proxy that passes on neither the Host
 * header nor any forwarding header can't be detected: it must not expose `/metrics`.
 */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const host = hostnameOf(headers.host);
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    (host === 'localhost' || isLoopbackAddress(host)) &&
    forwardingHeaders.every((name) => headers[name] === undefined)
  );
}

/**
 * True for local requests and for holders of the token, if one is configured. A wrong token is refused even locally.
 */
export function mayReadMetrics(req: IncomingMessage, token: string | undefined): boolean {
  const { authorization } = req.headers;
  if (authorization === undefined) return isFromThisMachine(req);
  if (token === undefined) return false;
  const provided = Buffer.from(authorization);
  const expected = Buffer.from(`Bearer ${token}`);
  return provided.length === expected.length && timingSafeEqual(provided, expected);
}
