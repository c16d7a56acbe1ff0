import type { RequestHandler, Request } from 'express';

const canDecode = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * Makes every path one that routes can decode: where its percent-encoding is wrong, percent signs stand for themselves.
 * No page and no procedure has such a path, so that it is answered like any unknown one.
 */
export const decodablePath: RequestHandler = (req, _res, next) => {
  const [path = ''] = req.url.split('?', 1);
  if (!canDecode(path)) req.url = path.replaceAll('%', '%25') + req.url.slice(path.length);
  next();
};

/** The matched route pattern: raw paths would create a time series, and a span name, for every id. */
export function routeOf(req: Request): string {
  const route = req.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? `${req.baseUrl}${route.path}` : req.baseUrl || 'other';
}
