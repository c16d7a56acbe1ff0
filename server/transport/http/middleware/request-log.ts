import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import { createId } from '#server/platform/ids.ts';
import { loggedPath, type Logger } from '#server/platform/logging/logger.ts';

/**
 * Logs each request with a unique id, which the answer repeats in `X-Request-Id`; without query, cookies and secrets.
 */
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
    // A 503 is not logged per request: the outage behind it has been logged once.
    customLogLevel: (_req, res, error) =>
      error || (res.statusCode >= 500 && res.statusCode !== 503) ? 'error' : 'debug',
  });
}
