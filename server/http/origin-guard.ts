import type { Request, RequestHandler } from 'express';
import { AppError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { readBearer } from './caller.ts';
import { logSecurityEvent } from '../platform/security-log.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const ownSites = new Set(['same-origin', 'none']);

/** By host only: who ends TLS in front of us may not have told us that the page is HTTPS. */
function isOwnOrigin(origin: string, publicUrl: string, req: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  // `req.host` is the Host header, or X-Forwarded-Host as far as TRUST_PROXY goes.
  return host === new URL(publicUrl).host || host === req.host.toLowerCase();
}

/**
 * Refuses, with `cross_site`, whatever would change something and was set off by another site's page: its
 * `Sec-Fetch-Site` says so, or its `Origin` is neither the public address nor the host that the request came to.
 * Both headers must agree where both are sent. A refusal is a security event. A request with neither passes: no browser of today sends one without
 * them from another site, and a program that leaves them out carries no stranger's cookie. Nor is there anything to
 * guard where a request brings a token: by that alone it is judged, and another site's page knows none.
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
    const { ip: address = 'unknown', originalUrl } = req;
    const path = originalUrl.split('?', 1)[0] ?? '';
    logSecurityEvent(logger, 'cross_site_refused', { address, path, origin: origin ?? site ?? '' });
    next(new AppError('cross_site'));
  };
}
