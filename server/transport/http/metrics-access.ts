import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress } from '#server/platform/network/addresses.ts';
import { isForwarded } from './identity/forwarded.ts';

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
export function isFromThisMachine(req: IncomingMessage): boolean {
  const host = hostnameOf(req.headers.host);
  return (
    isLoopbackAddress(req.socket.remoteAddress ?? '') &&
    (host === 'localhost' || isLoopbackAddress(host)) &&
    // Of several, Node takes the first; a proxy may have gone by another.
    req.headersDistinct['host']?.length === 1 &&
    !isForwarded(req)
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
