import type { RequestHandler } from 'express';
import type { Logger } from '#server/platform/logging/logger.ts';
import { isForwarded } from '../identity/forwarded.ts';

/**
 * Warns once, at the first request through a proxy that is not trusted: all visitors have its address then, and share
 * whatever is limited by address.
 */
export function proxyNotice(logger: Logger, trusted: number | undefined): RequestHandler {
  let isSaid = (trusted ?? 0) > 0;
  return (req, _res, next) => {
    if (!isSaid && isForwarded(req)) {
      isSaid = true;
      logger.warn(
        'requests arrive through a proxy, but TRUST_PROXY is not set: all visitors count as one address and share its limits; set TRUST_PROXY to the number of proxies in front of Memori',
      );
    }
    next();
  };
}
