import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import { createId } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';

/** What follows these in an address opens something to whoever knows it: `/it/frame/…`, `/api/frame/…/video/…`. */
const secretInPath = /^(\/[^/]+\/(?:frame|box|sent)\/)[^/]+/;

/** A path as it may be logged. */
export const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(secretInPath, '$1[secret]');

/** Logs each request with an id of its own, which the answer repeats in `X-Request-Id`. No query, no cookie, no secret. */
export function requestLog(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    genReqId(_req, res) {
      const id = createId();
      res.setHeader('X-Request-Id', id);
      return id;
    },
    serializers: {
      req: (req: { id: string; method: string; url: string }) => ({
        id: req.id,
        method: req.method,
        path: loggedPath(req.url),
      }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
    // What is 503 is away, and has been told of once: no line for each who asks for it.
    customLogLevel: (_req, res, error) =>
      error || (res.statusCode >= 500 && res.statusCode !== 503) ? 'error' : 'debug',
  });
}
