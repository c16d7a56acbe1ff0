import type { Request, RequestHandler } from 'express';
import { AppError } from '#server/platform/errors.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import { readBearer } from '../identity/caller.ts';
import { logSecurityEvent } from '#server/platform/logging/security-log.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const ownSites = new Set(['same-origin', 'none']);

/** Compares hosts only: a proxy that terminates TLS may not have told us that the page is HTTPS. */
function isOwnOrigin(origin: string, publicUrl: string, req: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  // `req.host` is the Host header, or X-Forwarded-Host where TRUST_PROXY allows it; HTTP/1.0 needs none.
  const called: string | undefined = req.host;
  return host === new URL(publicUrl).host || host === called?.toLowerCase();
}

/**
 * Refuses, with `cross_site`, unsafe requests triggered by another site's page: its `Sec-Fetch-Site` says so, or its
 * `Origin` is neither the public address nor the host of the request. If both headers are sent, both must match. A
 * refusal is a security event. Requests without either header pass: current browsers send at least one of them from
 * other sites, and programs that omit them carry no user's cookies. Requests with a token pass as well: only the token
 * authenticates them, and other sites' pages do not know it.
 */
export function originGuard({ publicUrl, logger }: { publicUrl: string; logger: Logger }): RequestHandler {
  return (req, _res, next) => {
    if (safeMethods.has(req.method) || readBearer(req) !== null) return next();
    const site = req.get('sec-fetch-site');
    const origin = req.get('origin');
    const foreign =
      (site !== undefined && !ownSites.has(site)) ||
      (origin !== undefined && !isOwnOrigin(origin, publicUrl, req));
    if (!foreign) return next();
    const { ip: address = 'unknown', originalUrl: path } = req;
    logSecurityEvent(logger, 'cross_site_refused', { address, path, origin: origin ?? site ?? '' });
    next(new AppError('cross_site'));
  };
}
