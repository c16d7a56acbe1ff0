import type { RequestHandler } from 'express';
import type { Deps } from '#server/composition/deps.ts';
import { recordProxy } from '#server/platform/database/untrusted-proxy.ts';
import { isForwarded } from '../identity/forwarded.ts';

/**
 * Notices the first request that comes through a proxy. If it is not trusted, warns in the log, and in the operators'
 * commands until a server is started that trusts it: all visitors have its address then, and share whatever is limited
 * by address.
 */
export function proxyNotice({ db, env, logger }: Pick<Deps, 'db' | 'env' | 'logger'>): RequestHandler {
  const isTrusted = (env.TRUST_PROXY ?? 0) > 0;
  let isNoticed = false;
  return (req, _res, next) => {
    if (!isNoticed && isForwarded(req)) {
      isNoticed = true;
      if (!isTrusted)
        logger.warn(
          'requests arrive through a proxy, but TRUST_PROXY is not set: all visitors count as one address and share its limits; set TRUST_PROXY to the number of proxies in front of Memori',
        );
      recordProxy(db, { isTrusted }).catch((error: unknown) => {
        // The next server to start tries again.
        logger.info({ err: error }, 'the proxy in front could not be recorded');
      });
    }
    next();
  };
}
