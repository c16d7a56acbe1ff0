import type { RequestListener } from 'node:http';
import { errorBody } from '#shared/errors.ts';
import { securityHeaders } from '../middleware/security-headers.ts';

/** Answers every request with 503, in the usual error format, until the app has started. */
export function serviceUnavailable({ https }: { https: boolean }): RequestListener {
  const withHeaders = securityHeaders({ https, dev: false });
  return (req, res) =>
    withHeaders(req, res, () => {
      res.writeHead(503, {
        'Cache-Control': 'no-store',
        'Content-Type': 'application/json; charset=utf-8',
        'Retry-After': '2',
      });
      res.end(JSON.stringify(errorBody('service_unavailable')));
    });
}
